/** The type of a capture's editor; package.json names it as well. */
export const captureViewType = "toolwire.capture";
