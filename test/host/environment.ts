/** What the host tests are told about the machine and the run. */
export interface TestEnvironment {
  project: string;
  fixtures: string;
  /** A copy of the example workspace, made for this run: the folder that is open, or that of the workspace file. */
  workspace: string;
  /** Node 24. */
  node: string;
  /** Python 3. */
  python: string;
  /** The demo server as bundled. */
  demo: string;
  /** The bundled test files of this run. */
  tests: string[];
  /** Only tests whose full title matches this are run. */
  grep?: string;
}

const name = "TOOLWIRE_TEST";

/** The environment variable that hands `environment` to the process that runs the tests. */
export function asVariable(environment: TestEnvironment): Record<string, string> {
  return { [name]: JSON.stringify(environment) };
}

/** What this process was told. */
export function environment(): TestEnvironment {
  const json = process.env[name];
  if (json === undefined) throw new Error("Host tests run in a VS Code: use npm run test:host");
  return JSON.parse(json);
}
