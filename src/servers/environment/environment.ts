import {
  type Host,
  type PersonsEnvironment,
  resolveEnvironment,
  type ShellLimits,
} from "./shellEnvironment.ts";

/** The person's environment, asked for once: start files of a shell may take seconds. */
export interface EnvironmentCache {
  /** Never rejects. */
  get(): Promise<PersonsEnvironment>;
  /** Asks anew, as after a change of a start file; later calls of `get` have the new one. Never rejects. */
  refresh(): Promise<PersonsEnvironment>;
}

export function createEnvironmentCache(host: Host, limits?: ShellLimits): EnvironmentCache {
  let asked: Promise<PersonsEnvironment> | undefined;
  const refresh = () => {
    asked = resolveEnvironment(host, limits);
    return asked;
  };
  return { get: () => asked ?? refresh(), refresh };
}
