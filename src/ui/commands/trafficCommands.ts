import { isAbsolute } from "node:path";
import * as vscode from "vscode";
import { askCapture } from "../ask/capture.ts";
import { askEarlierTraffic } from "../ask/earlierTraffic.ts";
import { askExport } from "../ask/export.ts";
import type { Fields } from "./argument.ts";
import { type Command, command, requireServerOrTraffic } from "./command.ts";
import type { Parts } from "./parts.ts";
import { present } from "./plain.ts";

function readServer(fields: Fields): { server: string | undefined } {
  return { server: fields.optionalText("server") };
}

function checked(parts: Parts, server: string | undefined): string | undefined {
  return server === undefined ? undefined : requireServerOrTraffic(parts, server);
}

export const showTraffic: Command = command({
  name: "toolwire.showTraffic",
  read: readServer,
  run: async (parts, { server }) => parts.traffic.show(checked(parts, server)),
});

export const clearTraffic: Command = command({
  name: "toolwire.clearTraffic",
  read: readServer,
  run: async (parts, { server }) => {
    const { removed } = await parts.traffic.clear(checked(parts, server));
    return { removed };
  },
  ask: (parts) => parts.traffic.askToClear(),
});

function readPath(fields: Fields): string {
  const path = fields.text("path");
  if (!isAbsolute(path)) {
    fields.fail("path", (opening) =>
      vscode.l10n.t("{0} must be an absolute path, not {1}.", opening, JSON.stringify(path)),
    );
  }
  return path;
}

export const exportTraffic: Command = command({
  name: "toolwire.exportTraffic",
  read: (fields) => ({
    path: readPath(fields),
    server: fields.optionalText("server"),
    includeSecrets: fields.optionalFlag("includeSecrets"),
  }),
  run: async (parts, { path, server, includeSecrets }) => {
    checked(parts, server);
    const { entries, bytes } = await parts.traffic.export({ path, ...present({ server, includeSecrets }) });
    return { entries, bytes };
  },
  ask: (parts) => askExport(parts.traffic),
});

export const openEarlierTraffic: Command = command({
  name: "toolwire.openEarlierTraffic",
  read: () => ({}),
  run: askEarlierTraffic,
  ask: askEarlierTraffic,
});

export const openCapture: Command = command({
  name: "toolwire.openCapture",
  read: (fields) => ({ path: readPath(fields) }),
  run: (parts, { path }) => parts.captures.open(path),
  ask: async (parts) => {
    const path = await askCapture(vscode.l10n.t("Open Capture"));
    return path === undefined ? undefined : parts.captures.open(path);
  },
});

export const compareAnswers: Command = command({
  name: "toolwire.compareAnswers",
  read: () => ({}),
  run: (parts) => parts.comparison.askAnswers(),
});

export const compareCaptures: Command = command({
  name: "toolwire.compareCaptures",
  read: () => ({}),
  run: (parts) => parts.comparison.askCaptures(),
});
