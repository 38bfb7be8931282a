import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { maskedCommand } from "../../../src/ui/ask/maskedCommand.ts";
import { candidatesFrom, distinctNames } from "../../../src/ui/import/candidate.ts";
import { readClientEntries } from "../../../src/ui/import/clientEntries.ts";
import { type ClientFile, clientFiles, shortPath } from "../../../src/ui/import/clientFiles.ts";
import { readClients } from "../../../src/ui/import/readClients.ts";

const pathsOf = (platform: NodeJS.Platform, home: string, env: Record<string, string> = {}) =>
  clientFiles({ platform, home, env }).map(({ path }) => path);

describe("Where other clients keep their servers", () => {
  it("on Linux", () => {
    const paths = pathsOf("linux", "/home/ada");
    for (const path of [
      "/home/ada/.config/Claude/claude_desktop_config.json",
      "/home/ada/.claude.json",
      "/home/ada/.cursor/mcp.json",
      "/home/ada/.codeium/windsurf/mcp_config.json",
      "/home/ada/.config/Code/User/mcp.json",
      "/home/ada/.config/Code/User/profiles/*/mcp.json",
    ]) {
      assert.ok(paths.includes(path), path);
    }
    assert.ok(pathsOf("linux", "/h", { XDG_CONFIG_HOME: "/x" }).includes("/x/Code/User/mcp.json"));
    assert.ok(pathsOf("linux", "/h", { CLAUDE_CONFIG_DIR: "/c" }).includes("/c/.claude.json"));
  });

  it("on macOS", () => {
    const paths = pathsOf("darwin", "/Users/ada");
    const support = "/Users/ada/Library/Application Support";
    assert.ok(paths.includes(`${support}/Claude/claude_desktop_config.json`));
    assert.ok(paths.includes(`${support}/Code - Insiders/User/mcp.json`));
  });

  it("on Windows, also as a packaged app", () => {
    const home = "C:\\Users\\ada";
    const paths = pathsOf("win32", home);
    assert.ok(paths.includes(`${home}\\AppData\\Roaming\\Claude\\claude_desktop_config.json`));
    assert.ok(paths.includes(`${home}\\.cursor\\mcp.json`));
    assert.ok(
      paths.includes(
        `${home}\\AppData\\Local\\Packages\\Claude_*\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json`,
      ),
    );
    assert.ok(pathsOf("win32", home, { APPDATA: "D:\\R" }).includes("D:\\R\\Code\\User\\mcp.json"));
  });

  it("is shown with the home folder as ~", () => {
    assert.equal(shortPath("/home/ada/x", { home: "/home/ada", platform: "linux" }), "~/x");
    assert.equal(shortPath("/home/adam/x", { home: "/home/ada", platform: "linux" }), "/home/adam/x");
  });
});

describe("A file of another client", () => {
  it("may have comments, trailing commas, a mark, or nothing in it", () => {
    const { entries } = readClientEntries(
      '\uFEFF{ // c\n"mcpServers": {"a": {"command": "x"},},}',
      "mcpServers",
    );
    assert.deepEqual(entries, [{ name: "a", value: { command: "x" } }]);
    assert.deepEqual(readClientEntries("", "vscode").entries, []);
    assert.deepEqual(readClientEntries("{}", "claudeCode").entries, []);
  });

  it("names its mistake with line and column", () => {
    const { problem } = readClientEntries('{\n  "mcpServers": {\n    "a": }\n}', "mcpServers");
    assert.deepEqual([problem?.position?.line, problem?.position?.column], [3, 10]);
    assert.match(problem?.message ?? "", /expected a value/);
    assert.match(readClientEntries("[]", "vscode").problem?.message ?? "", /an array: expected an object/);
  });

  it("of Claude Code holds servers for the person and for each project", () => {
    const text = JSON.stringify({
      mcpServers: { a: { command: "x" } },
      projects: { "/p": { mcpServers: { b: { command: "y" } } }, "/q": { history: [] }, "/r": null },
    });
    const { entries, projects } = readClientEntries(text, "claudeCode");
    assert.deepEqual(
      entries.map(({ name, project }) => [name, project]),
      [
        ["a", undefined],
        ["b", "/p"],
      ],
    );
    assert.deepEqual(projects, ["/p", "/q", "/r"]);
  });

  it("whatever it holds, is read without throwing", () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), (json, tail) => {
        for (const format of ["mcpServers", "claudeCode", "vscode"] as const) {
          readClientEntries(json + tail, format);
          const { entries } = readClientEntries(`{"mcpServers": ${json}, "servers": ${json}}`, format);
          candidatesFrom([{ file: file("Cursor"), entries, inputs: [] }], []);
        }
      }),
    );
  });
});

function file(client: ClientFile["client"]): ClientFile {
  return { client, format: "mcpServers", path: "/x" };
}

function judge(client: ClientFile["client"], entries: Record<string, unknown>, inputs: unknown[] = []) {
  return {
    file: file(client),
    entries: Object.entries(entries).map(([name, value]) => ({ name, value })),
    inputs,
  };
}

describe("What would be copied", () => {
  it("is marked where the name is taken, doubled or switched off, or the transport unsupported", () => {
    const candidates = candidatesFrom(
      [
        judge("Claude Desktop", { a: { command: "x" }, b: { command: "y" } }),
        judge("Cursor", {
          a: { command: "x", alwaysAllow: ["t"] },
          b: { command: "z" },
          c: { url: "https://h" },
          d: { command: "x", disabled: true },
          e: { command: "x" },
        }),
      ],
      [{ name: "e", source: ".mcp.json" }],
    );
    assert.deepEqual(
      candidates.map(({ unsupported, doubt }) => unsupported ?? doubt),
      [
        undefined,
        undefined,
        { kind: "same", client: "Claude Desktop" },
        { kind: "sameName", client: "Claude Desktop" },
        "not supported yet: HTTP transport",
        { kind: "disabled" },
        { kind: "registered", source: ".mcp.json" },
      ],
    );
    assert.deepEqual(candidates[2]?.entry, { command: "x" });
    const both = candidates.filter(({ name }) => name === "b");
    assert.deepEqual([...distinctNames(both).values()], ["b", "b-cursor"]);
  });

  it("keeps its meaning: Claude Code's variables become ours, inputs come along", () => {
    const [claude] = candidatesFrom(
      [judge("Claude Code", { a: { command: "${BIN}/x", args: ["${A:-b}"], env: { T: "${T}" } } })],
      [],
    );
    assert.deepEqual(claude?.entry, { command: "${env:BIN}/x", args: ["${A:-b}"], env: { T: "${env:T}" } });
    const inputs = [{ id: "token", type: "promptString" }, { id: "other" }];
    const [code] = candidatesFrom(
      [judge("VS Code", { a: { command: "x", env: { T: "${input:token}" } } }, inputs)],
      [],
    );
    assert.deepEqual(code?.inputs, [inputs[0]]);
  });

  it("is shown without secrets", () => {
    const shown = (...args: string[]) => maskedCommand("x", args);
    assert.equal(shown("--api-key", "s3cret", "--port", "80"), "x --api-key ••• --port 80");
    assert.equal(shown("--token=s3cret", "API_KEY=s3cret", "a b"), 'x --token=••• API_KEY=••• "a b"');
    assert.equal(shown("--header", "Authorization: Bearer s3cret"), 'x --header "Authorization: •••"');
    assert.equal(shown("postgres://ada:s3cret@host/db", "C:\\x"), "x postgres://ada:•••@host/db C:\\x");
  });
});

describe("Looking for other clients' servers", () => {
  let home: string;
  before(async () => {
    home = await mkdtemp(join(tmpdir(), "toolwire-clients-"));
  });
  after(() => rm(home, { recursive: true }));

  const put = async (path: string, content: unknown) => {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), typeof content === "string" ? content : JSON.stringify(content));
  };

  it("finds profiles and projects, and names what is broken", async () => {
    await put(".claude.json", { projects: { [join(home, "work")]: {}, [join(home, "open")]: {} } });
    await put("work/.mcp.json", { mcpServers: { project: { command: "x" } } });
    await put("open/.mcp.json", { mcpServers: { registered: { command: "x" } } });
    await put("open/.cursor/mcp.json", { mcpServers: { local: { command: "x" } } });
    await put("xdg/Code/User/profiles/7f/mcp.json", { servers: { profile: { command: "x" } } });
    await put("xdg/Claude/claude_desktop_config.json", "{ broken");
    const machine = { platform: "linux" as const, home, env: { XDG_CONFIG_HOME: join(home, "xdg") } };
    const { candidates, broken } = await readClients(machine, [join(home, "open")], []);
    assert.deepEqual(candidates.map(({ name }) => name).sort(), ["local", "profile", "project"]);
    assert.deepEqual(
      broken.map(({ file: { client }, problem }) => [client, problem.position?.line]),
      [["Claude Desktop", 1]],
    );
  });
});
