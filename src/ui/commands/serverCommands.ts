import { forgetByAsking } from "../ask/forgetting.ts";
import { importByAsking } from "../ask/imports.ts";
import { addServerByAsking } from "../ask/newServer.ts";
import { askServerWhere, startVisibly, stopVisibly } from "../ask/server.ts";
import type { Fields } from "./argument.ts";
import { type Command, command, requireServer } from "./command.ts";
import { plainStatus } from "./plain.ts";

function readServer(fields: Fields): { server: string } {
  return { server: fields.text("server") };
}

export const getServers: Command = command({
  name: "toolwire.getServers",
  read: () => ({}),
  run: async ({ servers }) => servers.statuses().map(plainStatus),
});

/** It always asks: what it registers is written to a settings file. */
export const addServer: Command = command({
  name: "toolwire.addServer",
  read: () => ({}),
  run: (parts) => addServerByAsking(parts),
  ask: (parts) => addServerByAsking(parts),
});

/** It always asks, as `addServer` does. */
export const importServers: Command = command({
  name: "toolwire.importServers",
  read: () => ({}),
  run: (parts) => importByAsking(parts),
  ask: (parts) => importByAsking(parts),
});

/** It always asks, as `addServer` does. */
export const forgetInputAnswers: Command = command({
  name: "toolwire.forgetInputAnswers",
  read: () => ({}),
  run: (parts) => forgetByAsking(parts),
  ask: (parts) => forgetByAsking(parts),
});

export const startServer: Command = command({
  name: "toolwire.startServer",
  acts: true,
  read: readServer,
  run: async (parts, { server }) => plainStatus(await parts.servers.start(requireServer(parts, server))),
  async ask(parts) {
    const server = await askServerWhere(parts, "startable");
    return server === undefined ? undefined : startVisibly(parts, server);
  },
});

export const stopServer: Command = command({
  name: "toolwire.stopServer",
  read: readServer,
  run: async (parts, { server }) => plainStatus(await parts.servers.stop(requireServer(parts, server))),
  async ask(parts) {
    const server = await askServerWhere(parts, "running");
    return server === undefined ? undefined : stopVisibly(parts, server);
  },
});

export const restartServer: Command = command({
  name: "toolwire.restartServer",
  acts: true,
  read: readServer,
  run: async (parts, { server }) => plainStatus(await parts.servers.restart(requireServer(parts, server))),
  async ask(parts) {
    const server = await askServerWhere(parts, "running");
    return server === undefined ? undefined : startVisibly(parts, server, "restart");
  },
});
