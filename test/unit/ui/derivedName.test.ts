import assert from "node:assert/strict";
import { readCommandLine } from "../../../src/ui/ask/commandLine.ts";
import { deriveName } from "../../../src/ui/ask/derivedName.ts";

function nameFor(line: string, ...taken: string[]): string {
  const { command, args } = readCommandLine(line, false);
  return deriveName(command, args, new Set(taken));
}

describe("The name derived from a command line", () => {
  it("is that of the package, file, module or image that is run", () => {
    const expected = {
      "npx -y @modelcontextprotocol/server-everything": "everything",
      "npx -y some-mcp@latest stdio": "some",
      "uvx mcp-server-git --repository .": "git",
      "uvx --from git+https://host/x/y why": "why",
      "python3 calc.py": "calc",
      "python -m weather.server": "weather",
      "node /home/x/my-tool/dist/index.js": "my-tool",
      "docker run -i --rm -e TOKEN mcp/fetch:1.2": "fetch",
      "uv --directory /x run weather.py": "weather",
      "cmd /c npx -y calc": "calc",
      "java -jar /x/calc.jar": "calc",
      "./bin/calculator --stdio": "calculator",
    };
    for (const [line, name] of Object.entries(expected)) {
      assert.equal(nameFor(line), name, line);
    }
  });

  it("is numbered where it is taken, and never empty", () => {
    assert.equal(nameFor("python3 calc.py", "calc", "calc-2"), "calc-3");
    assert.equal(nameFor("'???'"), "server");
  });
});
