/** An environment as data: every variable has a value. */
export type Environment = Record<string, string>;

/** Windows finds a variable whatever the case of its name; elsewhere the case counts. */
function sameName(one: string, other: string, platform: NodeJS.Platform): boolean {
  return one === other || (platform === "win32" && one.toUpperCase() === other.toUpperCase());
}

export function readVariable(
  environment: Environment,
  name: string,
  platform: NodeJS.Platform,
): string | undefined {
  if (Object.hasOwn(environment, name)) {
    return environment[name];
  }
  if (platform !== "win32") {
    return undefined;
  }
  const key = Object.keys(environment).find((candidate) => sameName(candidate, name, platform));
  return key === undefined ? undefined : environment[key];
}

/** A copy with the changes made in order; `null` removes. */
export function withVariables(
  environment: Environment,
  changes: Iterable<readonly [name: string, value: string | null]>,
  platform: NodeJS.Platform,
): Environment {
  const variables = new Map(Object.entries(environment));
  for (const [name, value] of changes) {
    if (platform === "win32") {
      for (const key of [...variables.keys()]) {
        if (sameName(key, name, platform)) {
          variables.delete(key);
        }
      }
    }
    if (value === null) {
      variables.delete(name);
    } else {
      variables.set(name, value);
    }
  }
  return Object.fromEntries(variables);
}

/** `process.env` and what a shell prints, as an environment. */
export function toEnvironment(variables: Readonly<Record<string, unknown>>): Environment {
  return Object.fromEntries(
    Object.entries(variables).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
}

/**
 * Takes out what VS Code puts in for its own processes: a server that inherits `ELECTRON_RUN_AS_NODE`, or the
 * debugger's bootloader in `NODE_OPTIONS`, behaves otherwise here than in a terminal. (contract: environment)
 */
export function withoutHostVariables(environment: Environment, keep: { nodeOptions: boolean }): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => {
      const upper = name.toUpperCase();
      return (
        !upper.startsWith("VSCODE_") &&
        !upper.startsWith("ELECTRON_") &&
        (keep.nodeOptions || upper !== "NODE_OPTIONS")
      );
    }),
  );
}
