import assert from "node:assert/strict";
import type { ListedEntry } from "../../../src/servers/definition.ts";
import { conflictAt, type Target, targetOf } from "../../../src/ui/saving/target.ts";

const folders = ["/one", "/two"];
const one = { name: "one", path: "/one" };
const two = { name: "two", path: "/two" };
const user: Target = { kind: "settings", scope: "user" };

function conflictOf(target: Target, ...listed: Omit<ListedEntry, "name">[]): string | undefined {
  return conflictAt(
    target,
    "calc",
    listed.map((entry) => ({ name: "calc", ...entry })),
    folders,
  )?.conflict;
}

describe("A name that is taken", () => {
  it("is replaced only in the very place of its entry", () => {
    assert.equal(conflictOf(user, { source: "settings", scope: "user", folder: "/one" }), "replaces");
    assert.equal(
      conflictOf({ kind: ".mcp.json", folder: one }, { source: ".mcp.json", folder: "/one" }),
      "replaces",
    );
    assert.equal(
      conflictOf(
        { kind: ".mcp.json", folder: one },
        { source: "settings", scope: "user" },
        { source: ".mcp.json", folder: "/one", shadowedBy: "settings" },
      ),
      "replaces",
    );
  });

  it("shadows what comes later and is shadowed by what comes first", () => {
    assert.equal(conflictOf(user, { source: ".mcp.json", folder: "/one" }), "shadows");
    assert.equal(
      conflictOf({ kind: ".mcp.json", folder: one }, { source: "settings", scope: "user" }),
      "isShadowed",
    );
    assert.equal(
      conflictOf({ kind: ".mcp.json", folder: two }, { source: ".mcp.json", folder: "/one" }),
      "isShadowed",
    );
    assert.equal(
      conflictOf({ kind: ".mcp.json", folder: one }, { source: ".mcp.json", folder: "/two" }),
      "shadows",
    );
    assert.equal(
      conflictOf(
        { kind: "settings", scope: "folder", folder: two },
        { source: "settings", scope: "user", folder: "/one" },
      ),
      "shadows",
    );
    assert.equal(conflictOf(user), undefined);
  });

  it("is one in the very place that an entry is removed from", () => {
    const entries: Omit<ListedEntry, "name">[] = [
      { source: "settings", scope: "user" },
      { source: "settings", scope: "user", folder: "/one" },
      { source: "settings", scope: "workspace", folder: "/one" },
      { source: "settings", scope: "folder", folder: "/two" },
      { source: ".vscode/mcp.json", folder: "/two" },
      { source: ".mcp.json", folder: "/one" },
    ];
    for (const entry of entries) {
      const target = targetOf({ name: "calc", ...entry });
      assert.ok(target);
      assert.equal(conflictOf(target, entry), "replaces");
    }
  });
});
