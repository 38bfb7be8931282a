import * as l10n from "@vscode/l10n";
import { askBatch, askCall, askCancel, askNotification, askRawLine } from "../ask/call.ts";
import { type Command, command, requireServer } from "./command.ts";
import { plainCall, plainOutcome, present } from "./plain.ts";

export const call: Command = command({
  name: "toolwire.call",
  acts: true,
  read: (fields) => ({
    server: fields.text("server"),
    method: fields.text("method"),
    params: fields.optionalParams("params"),
    timeoutMs: fields.optionalTimeout("timeoutMs"),
    confirmed: fields.optionalFlag("confirmed"),
  }),
  async run(parts, { server, method, params, timeoutMs, confirmed }) {
    requireServer(parts, server);
    const options = { ...present({ timeoutMs }), confirm: () => confirmed === true };
    return plainOutcome(await parts.servers.call(server, method, params, options));
  },
  ask: (parts) => askCall(parts),
});

export const callTool: Command = command({
  name: "toolwire.callTool",
  acts: true,
  read: (fields) => ({
    server: fields.text("server"),
    tool: fields.text("tool"),
    arguments: fields.optionalObject("arguments"),
    timeoutMs: fields.optionalTimeout("timeoutMs"),
    confirmed: fields.optionalFlag("confirmed"),
  }),
  async run(parts, { server, tool, arguments: given, timeoutMs, confirmed }) {
    requireServer(parts, server);
    const options = { ...present({ timeoutMs }), confirm: () => confirmed === true };
    return plainOutcome(await parts.servers.callTool(server, tool, given, options));
  },
  ask: (parts) => askCall(parts),
});

export const notify: Command = command({
  name: "toolwire.notify",
  acts: true,
  read: (fields) => ({
    server: fields.text("server"),
    method: fields.text("method"),
    params: fields.optionalParams("params"),
  }),
  run: async (parts, { server, method, params }) => {
    const { seq } = await parts.servers.notify(requireServer(parts, server), method, params);
    return { seq };
  },
  ask: (parts) => askNotification(parts),
});

export const sendBatch: Command = command({
  name: "toolwire.sendBatch",
  acts: true,
  read(fields) {
    const server = fields.text("server");
    const messages = fields.list("messages", (member) =>
      present({
        method: member.text("method"),
        params: member.optionalParams("params"),
        notification: member.optionalFlag("notification"),
      }),
    );
    if (messages.length === 0) {
      fields.fail("messages", (opening) =>
        l10n.t(
          '{0} must hold at least one message; {1} with "[]" sends an empty batch.',
          opening,
          "toolwire.sendRaw",
        ),
      );
    }
    return { server, messages };
  },
  async run(parts, { server, messages }) {
    const { outcomes, notifications } = await parts.servers.sendBatch(
      requireServer(parts, server),
      messages.map((message) => present(message)),
    );
    return { outcomes: outcomes.map(plainOutcome), notifications };
  },
  ask: (parts) => askBatch(parts),
});

export const sendRaw: Command = command({
  name: "toolwire.sendRaw",
  acts: true,
  read: (fields) => ({ server: fields.text("server"), text: fields.text("text") }),
  run: async (parts, { server, text }) => {
    const { seq } = await parts.servers.sendRaw(requireServer(parts, server), text);
    return { seq };
  },
  ask: (parts) => askRawLine(parts),
});

export const cancel: Command = command({
  name: "toolwire.cancel",
  read: (fields) => ({
    server: fields.text("server"),
    id: fields.id("id"),
    reason: fields.optionalText("reason"),
  }),
  run: async (parts, { server, id, reason }) => ({
    cancelled: parts.servers.cancel(requireServer(parts, server), id, reason),
  }),
  ask: (parts) => askCancel(parts),
});

export const getInFlight: Command = command({
  name: "toolwire.getInFlight",
  read: (fields) => ({ server: fields.optionalText("server") }),
  run: async (parts, { server }) => {
    if (server !== undefined) {
      requireServer(parts, server);
    }
    return parts.servers.inFlight(server).map(plainCall);
  },
});
