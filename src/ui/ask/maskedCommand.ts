import { looksSecret } from "../../servers/definitions/secret.ts";
import { commandLineText } from "../commandLineText.ts";

const mask = "•••";

/**
 * The command line of an entry for the eye, without what looks like a secret: the value after `--api-key`, of
 * `--token=…` and `KEY=…`, and of a header.
 */
export function maskedCommand(command: string, args: readonly string[]): string {
  let secretFollows = false;
  const shown = args.map((arg) => {
    const masked = secretFollows && !arg.startsWith("-") ? mask : maskedArgument(arg);
    secretFollows = arg.startsWith("-") && !arg.includes("=") && looksSecret(arg);
    return masked;
  });
  return commandLineText(command, shown);
}

function maskedArgument(arg: string): string {
  const [, name, separator] = /^([\w-]+)(=|:\s*)./s.exec(arg) ?? [];
  if (
    name !== undefined &&
    separator !== undefined &&
    looksSecret(name) &&
    !/^[a-z]:$/i.test(name + separator)
  ) {
    return `${name}${separator}${mask}`;
  }
  return arg.replace(/(\w+:\/\/[^/@:]*:)[^/@]+@/, `$1${mask}@`);
}
