/** Names that npm, or a VS Code around us, adds for its own children. They would mislead a VS Code that we start. */
const foreign = /^(VSCODE_|ELECTRON_|npm_|INIT_CWD$|NODE_OPTIONS$)/;

/** This process's environment as a person's shell would have it. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
