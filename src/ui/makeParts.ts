import { homedir } from "node:os";
import * as vscode from "vscode";
import { usesEnvironment } from "../servers/definitions/evaluation.ts";
import { prepareLaunch } from "../servers/definitions/launch.ts";
import { createEnvironmentCache } from "../servers/environment/environment.ts";
import { GuardClient } from "../servers/guard/guardClient.ts";
import type { ServerParts } from "../servers/toolServer.ts";
import { ToolServers } from "../servers/toolServers.ts";
import { exportCapture } from "../traffic/capture/exportCapture.ts";
import { TrafficLog } from "../traffic/trafficLog.ts";
import { ActivityStatus } from "./activity/statusBar.ts";
import { askExport } from "./ask/export.ts";
import { CaptureEditors } from "./captures/captureEditors.ts";
import type { Parts, TrafficActions } from "./commands/parts.ts";
import { ComparedDocuments } from "./compare/comparedDocuments.ts";
import { Comparison } from "./compare/comparison.ts";
import { DefinitionSource } from "./definitionSource.ts";
import { FirstSteps } from "./firstMinute/firstSteps.ts";
import { createVariableResolver, keptAnswers } from "./inputs.ts";
import { oddLines } from "./oddLines.ts";
import { OutcomeDocuments } from "./outcomeDocument.ts";
import { createOutput } from "./output.ts";
import { RequestDocuments } from "./requests/requestDocuments.ts";
import { RequestSource } from "./requests/requestSource.ts";
import { LineActions } from "./traffic/lineActions.ts";
import { LineDocuments } from "./traffic/lineDocument.ts";
import { maxLineBytes } from "./traffic/maxLineBytes.ts";
import { TrafficPanel } from "./traffic/trafficPanel.ts";
import { storedTrafficFolder, storeTraffic } from "./traffic/trafficStorage.ts";

/** What the commands work with, and what `activate` still has to connect to VS Code. */
export interface Workbench extends Parts {
  panel: TrafficPanel;
  /** Ends every server. */
  shutDown(): Promise<void>;
}

/** Makes the parts and hands them to each other. Resolves once the registered servers are listed. */
export async function makeWorkbench(context: vscode.ExtensionContext): Promise<Workbench> {
  const output = createOutput();
  const { version } = context.extension.packageJSON as { version: string };
  const generator = `toolwire ${version}`;
  const log = new TrafficLog({
    onListenerError: (error) => output.error(error instanceof Error ? error : String(error)),
  });
  const storedTraffic = storedTrafficFolder(context);
  const store = storeTraffic(context, storedTraffic, log, output);
  const guard = new GuardClient({
    script: context.asAbsolutePath("dist/guard.cjs"),
    report: (sentence) => output.warn(sentence),
  });
  const environment = createEnvironmentCache({
    env: process.env,
    platform: process.platform,
    execPath: process.execPath,
  });
  const environmentVariables = async () => {
    const { variables, problem } = await environment.get();
    if (problem !== undefined) {
      output.warn(problem);
    }
    return variables;
  };
  const answers = keptAnswers(context);
  const servers = new ToolServers({
    log,
    guard,
    clientVersion: version,
    maxLineBytes,
    roots: () => localFolders().map(({ uri, name }) => ({ uri: uri.toString(), name })),
    prepareLaunch: async (definition, { interactive }) =>
      prepareLaunch(definition, {
        folders: localFolders().map(({ uri, name }) => ({ path: uri.fsPath, name })),
        home: homedir(),
        platform: process.platform,
        environment: await environmentVariables(),
        trusted: vscode.workspace.isTrusted,
        resolver: createVariableResolver(answers, interactive),
      }),
  } satisfies ServerParts);

  const actions: TrafficActions = {
    knows: (server) => hasTraffic(log, server),
    get length() {
      return log.length;
    },
    oddLines: (server, after) => oddLines(log, server, after),
    show: (server) => panel.show(server === undefined ? {} : { server }),
    act: (action, context) =>
      comparison.act(action, context) || (captures.viewOf(context) ?? panel).act(action, context),
    clear: async (server) => ({ removed: log.clear(server) }),
    askToClear: () => lines.clear(undefined, log.length),
    export: ({ path, ...options }) =>
      exportCapture(log, path, { ...options, generator, secrets: servers.secrets() }),
  };
  const documents = new LineDocuments();
  const captures = new CaptureEditors({
    extensionUri: context.extensionUri,
    documents,
    generator,
    storedTraffic,
    secrets: () => servers.secrets(),
  });
  const compared = new ComparedDocuments();
  const comparison = new Comparison(log, captures, compared);
  const lines = new LineActions(log, servers, context.globalState);
  const panel = new TrafficPanel({
    extensionUri: context.extensionUri,
    log,
    servers: () => serverNames(servers),
    lines,
    documents,
    actions: {
      export: (server) =>
        void askExport(actions, server).catch((error: Error) =>
          vscode.window.showErrorMessage(error.message),
        ),
      start: () => void vscode.commands.executeCommand("toolwire.startServer"),
      call: () => void vscode.commands.executeCommand("toolwire.call"),
    },
  });
  const definitions = new DefinitionSource((entries) => {
    servers.update(entries);
    panel.serversChanged();
  });
  await definitions.refresh();
  // A shell is asked only where an entry depends on it, and never by a workspace that is not trusted.
  const askShell = async () => {
    if (
      vscode.workspace.isTrusted &&
      servers.rows().some(({ entry }) => entry.definition && usesEnvironment(entry.definition))
    ) {
      definitions.environment = await environmentVariables();
      await definitions.settled();
    }
  };
  await askShell();
  const outcomes = new OutcomeDocuments();
  const requests = new RequestDocuments(new RequestSource(servers, context.workspaceState));
  context.subscriptions.push(
    output,
    guard,
    panel,
    documents,
    compared,
    definitions,
    outcomes,
    requests,
    new ActivityStatus(servers),
    new FirstSteps(servers),
    vscode.workspace.onDidGrantWorkspaceTrust(askShell),
  );
  return {
    servers,
    traffic: actions,
    captures,
    comparison,
    outcomes,
    requests,
    ...(storedTraffic === undefined ? {} : { storedTraffic }),
    memory: context.workspaceState,
    answers,
    storage: context.globalStorageUri,
    definitions,
    panel,
    shutDown: async () => {
      await servers.dispose();
      await store.close();
    },
  };
}

function localFolders(): vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
}

function hasTraffic(log: TrafficLog, server: string): boolean {
  const view = log.view({ server });
  view.dispose();
  return view.length > 0;
}

/** Each name once, in the order listed. */
function serverNames(servers: ToolServers): string[] {
  return [...new Set(servers.rows().map(({ entry }) => entry.name))];
}
