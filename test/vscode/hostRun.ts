/** One start of a VS Code whose extension host runs tests. */
export interface HostRun {
  /** The folder, or the `.code-workspace` file. */
  opened: string;
  /** The bundled module that exports `run()`. */
  entry: string;
  /** Opens it as trusted. */
  trust: boolean;
  /** What the extension host finds in its environment. */
  env: Record<string, string>;
}

/** A guard against hanging, for a whole run. */
export const longestRunMs = 10 * 60_000;
