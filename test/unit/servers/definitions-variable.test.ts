// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of definitions are written so
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  findVariables,
  replaceVariables,
  type VariableSyntax,
} from "../../../src/servers/definitions/variable.ts";

describe("variables", () => {
  const known: [text: string, variable: object][] = [
    ["${workspaceFolder}", { kind: "workspaceFolder" }],
    ["${workspaceFolder:a b}", { kind: "workspaceFolder", name: "a b" }],
    ["${workspaceFolderBasename}", { kind: "workspaceFolderBasename" }],
    ["${userHome}", { kind: "userHome" }],
    ["${env:ProgramFiles(x86)}", { kind: "env", name: "ProgramFiles(x86)" }],
    ["${config:a.b}", { kind: "config", key: "a.b" }],
    ["${pathSeparator}", { kind: "pathSeparator" }],
    ["${/}", { kind: "pathSeparator" }],
    ["${input:id}", { kind: "input", id: "id" }],
    ["${command:a.b}", { kind: "command", id: "a.b" }],
  ];
  for (const [text, variable] of known) {
    it(`contract: ${text}`, () => {
      for (const syntax of ["vscode", "mcpJson"] as const) {
        assert.deepEqual(findVariables(`a${text}b`, syntax), [
          { text, variable, start: 1, end: 1 + text.length },
        ]);
      }
    });
  }

  it("contract: in .mcp.json also ${NAME} and ${NAME:-default}", () => {
    const kinds = (text: string, syntax: VariableSyntax) =>
      findVariables(text, syntax).map(({ variable }) => variable);
    assert.deepEqual(kinds("${A_1}${B:-c:-d}${C:-}${D:-a\nb}", "mcpJson"), [
      { kind: "env", name: "A_1" },
      { kind: "env", name: "B", fallback: "c:-d" },
      { kind: "env", name: "C", fallback: "" },
      { kind: "env", name: "D", fallback: "a\nb" },
    ]);
    assert.deepEqual(kinds("${A}${B:-c}", "vscode"), [{ kind: "unknown" }, { kind: "unknown" }]);
  });

  it("contract: anything else is unknown", () => {
    for (const text of [
      "${}",
      "${x}",
      "${file}",
      "${env:}",
      "${env}",
      "${ENV:A}",
      "${ userHome }",
      "${env:${A}",
    ]) {
      assert.deepEqual(
        findVariables(text, "vscode").map((found) => found.variable.kind),
        ["unknown"],
        text,
      );
    }
  });

  it("what is not closed, and a dollar alone, is text", () => {
    assert.deepEqual(findVariables("$ {a} $a {b} ${c", "vscode"), []);
  });

  it("values are not expanded again", () => {
    assert.equal(
      replaceVariables("${env:A}-${env:B}", "vscode", () => "${userHome}$&"),
      "${userHome}$&-${userHome}$&",
    );
  });

  it("many open ${ take no quadratic time", () => {
    const started = performance.now();
    findVariables("${".repeat(1_000_000), "mcpJson");
    assert.ok(performance.now() - started < 1000);
  });

  it("property: any text: nothing throws, and replacing each variable by itself changes nothing", () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom("${", "}", ":-", "$", "env:", "${env:A}", "${A:-b}"));
    const text = fc.array(piece).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, fc.constantFrom("vscode", "mcpJson"), (content, syntax) => {
        assert.equal(
          replaceVariables(content, syntax as VariableSyntax, (found) => found.text),
          content,
        );
      }),
      { numRuns: 1000 },
    );
  });
});
