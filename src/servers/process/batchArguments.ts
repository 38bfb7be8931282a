const isBatchFile = /\.(?:cmd|bat)$/i;

/**
 * The arguments as cross-spawn is to get them. For a batch file on Windows it quotes them, and of the backslashes before
 * a quote or at the end it doubles only the last (7.0.6), where the C runtime reads two for each: the others are doubled
 * here.
 */
export function batchArguments(
  program: string,
  args: readonly string[],
  platform: NodeJS.Platform,
): readonly string[] {
  return platform === "win32" && isBatchFile.test(program)
    ? args.map((arg) => arg.replace(/\\(\\+)(?="|$)/g, "\\$1$1"))
    : args;
}
