import { posix, win32 } from "node:path";

export type Client = "Claude Desktop" | "Claude Code" | "Cursor" | "Windsurf" | "VS Code";

/** How a file holds its entries. */
export type ClientFormat = "mcpServers" | "claudeCode" | "vscode";

/** A file in which a client keeps its servers. */
export interface ClientFile {
  client: Client;
  format: ClientFormat;
  /** Absolute; one segment may be a pattern with `*`. */
  path: string;
}

/** What the places depend on. */
export interface Machine {
  platform: NodeJS.Platform;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** The editors whose profiles are VS Code's. */
const editors = ["Code", "Code - Insiders", "VSCodium"];

/** Where the clients keep the servers of a person, on each platform. The files need not exist. */
export function clientFiles({ platform, home, env }: Machine): ClientFile[] {
  const { join } = platform === "win32" ? win32 : posix;
  const roaming = env.APPDATA || join(home, "AppData", "Roaming");
  const local = env.LOCALAPPDATA || join(home, "AppData", "Local");
  const data =
    platform === "win32"
      ? roaming
      : platform === "darwin"
        ? join(home, "Library", "Application Support")
        : env.XDG_CONFIG_HOME || join(home, ".config");
  const file = (client: Client, format: ClientFormat, ...path: string[]): ClientFile => ({
    client,
    format,
    path: join(...path),
  });
  const desktop = "claude_desktop_config.json";
  const users = [
    ...(env.VSCODE_PORTABLE ? [join(env.VSCODE_PORTABLE, "user-data", "User")] : []),
    ...editors.map((editor) => join(data, editor, "User")),
  ];
  return [
    file("Claude Desktop", "mcpServers", data, "Claude", desktop),
    // As a packaged app it is given a folder of its own in place of the roaming one.
    ...(platform === "win32"
      ? [
          file(
            "Claude Desktop",
            "mcpServers",
            ...[local, "Packages", "Claude_*", "LocalCache", "Roaming", "Claude", desktop],
          ),
        ]
      : []),
    file("Claude Code", "claudeCode", env.CLAUDE_CONFIG_DIR || home, ".claude.json"),
    file("Cursor", "mcpServers", home, ".cursor", "mcp.json"),
    file("Windsurf", "mcpServers", home, ".codeium", "windsurf", "mcp_config.json"),
    ...users.flatMap((user) => [
      file("VS Code", "vscode", user, "mcp.json"),
      file("VS Code", "vscode", user, "profiles", "*", "mcp.json"),
    ]),
  ];
}

/** What clients keep in a project's folder and we do not read ourselves. */
export function projectFiles(folder: string, { platform }: Pick<Machine, "platform">): ClientFile[] {
  const { join } = platform === "win32" ? win32 : posix;
  return [{ client: "Cursor", format: "mcpServers", path: join(folder, ".cursor", "mcp.json") }];
}

/** The path with the home folder as `~`: for the eye. */
export function shortPath(path: string, { home, platform }: Pick<Machine, "home" | "platform">): string {
  const { sep } = platform === "win32" ? win32 : posix;
  return path === home || path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}
