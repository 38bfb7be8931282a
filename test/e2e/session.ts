import type { Browser } from "playwright-core";
import type { EmbeddedServer } from "../vscode/embeddedServer.ts";

/** What all tests of a run share: a VS Code with the packaged extension installed, and a browser for its windows. */
export interface Session {
  server: EmbeddedServer;
  /** The package. */
  vsix: string;
  browser: Browser;
  /** The demo server as installed. */
  demo: string;
  /** Python 3. */
  python: string;
  /** All tests are run, not some by their title. */
  isWholeRun: boolean;
}

let current: Session | undefined;

export function beginSession(session: Session): void {
  current = session;
}

export function session(): Session {
  if (!current) throw new Error("These tests drive a VS Code: use npm run test:e2e");
  return current;
}
