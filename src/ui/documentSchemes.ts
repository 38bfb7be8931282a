/** Schemes of our documents' addresses; package.json names them as well. */
export const requestScheme = "toolwire-request";
export const outcomeScheme = "toolwire-outcome";
