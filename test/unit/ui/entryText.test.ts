import assert from "node:assert/strict";
import type { ServerDefinition } from "../../../src/servers/definition.ts";
import { parseEntry } from "../../../src/servers/definitions/entry.ts";
import { type EntryFile, entryText } from "../../../src/ui/servers/entryText.ts";

function definition(entry: object, source: ServerDefinition["source"] = "settings"): ServerDefinition {
  const parsed = parseEntry("calc", entry, { source });
  assert.ok("definition" in parsed, JSON.stringify(parsed));
  return parsed.definition;
}

/** What the text says, read as the file reads it. */
function written(from: ServerDefinition, file: EntryFile, spoken?: "mcp" | "jsonrpc"): unknown {
  return JSON.parse(`{${entryText(from, file, spoken)}}`).calc;
}

describe("An entry copied for another file", () => {
  it("is a member to paste among the others", () => {
    assert.equal(
      entryText(definition({ command: "npx", args: ["-y", "x"] }), ".vscode/mcp.json", "mcp"),
      '"calc": {\n  "type": "stdio",\n  "command": "npx",\n  "args": [\n    "-y",\n    "x"\n  ]\n}',
    );
  });

  it("says what it speaks unless that is the file's default", () => {
    const auto = definition({ command: "x" });
    assert.deepEqual(written(auto, ".mcp.json", "mcp"), { command: "x" });
    assert.deepEqual(written(auto, ".mcp.json", "jsonrpc"), { command: "x", protocol: "jsonrpc" });
    assert.deepEqual(written(auto, ".mcp.json"), { command: "x", protocol: "auto" });
  });

  it("writes variables as the file writes them", () => {
    const settings = definition({
      command: "${userHome}/bin/x",
      args: ["${workspaceFolder}/calc.py", "--at=${workspaceFolder}"],
      env: { TOKEN: "${env:CALC_TOKEN}", NOISY: null },
      protocol: "mcp",
    });
    assert.deepEqual(written(settings, ".mcp.json"), {
      command: "${HOME}/bin/x",
      args: ["./calc.py", "--at=${workspaceFolder}"],
      env: { TOKEN: "${CALC_TOKEN}", NOISY: null },
    });
    const shared = definition({ command: "x", env: { A: "${A}", B: "${B:-b}", C: "${env:C}" } }, ".mcp.json");
    assert.deepEqual(written(shared, ".vscode/mcp.json"), {
      type: "stdio",
      command: "x",
      env: { A: "${env:A}", B: "${env:B}", C: "${env:C}" },
    });
    assert.deepEqual(written(shared, ".mcp.json"), {
      command: "x",
      env: { A: "${A}", B: "${B:-b}", C: "${C}" },
    });
  });

  it("keeps the folder where another working directory would make a relative path mean another file", () => {
    const elsewhere = definition({ command: "x", args: ["${workspaceFolder}/a"], cwd: "/tmp" });
    assert.deepEqual((written(elsewhere, ".mcp.json") as { args: string[] }).args, ["${workspaceFolder}/a"]);
  });

  it("takes along what of ours is not as by default, so that it means the same when it is read again", () => {
    const entry = { command: "x", protocol: "jsonrpc", discover: "tool.list", timeoutMs: 5, autoStart: true };
    const copied = written(definition(entry), ".vscode/mcp.json") as object;
    assert.deepEqual(copied, { type: "stdio", ...entry });
    assert.deepEqual(definition(copied, ".vscode/mcp.json"), {
      ...definition(entry),
      source: ".vscode/mcp.json",
    });
  });
});
