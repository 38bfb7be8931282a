import type * as vscode from "vscode";
import type { ToolServers } from "../../servers/toolServers.ts";
import type { CaptureEditors } from "../captures/captureEditors.ts";
import type { Comparison } from "../compare/comparison.ts";
import type { DefinitionSource } from "../definitionSource.ts";
import type { KeptAnswers } from "../inputs.ts";
import type { OutcomeDocuments } from "../outcomeDocument.ts";
import type { RequestDocuments } from "../requests/requestDocuments.ts";

/** What the commands need of the traffic log and its panel. */
export interface TrafficActions {
  /** Whether the log holds entries of this server; it may do so when the server is listed no more. */
  knows(server: string): boolean;
  show(server: string | undefined): Promise<void>;
  /** How many lines were recorded so far. */
  readonly length: number;
  /** What was found wrong with lines of this server's since line `after`, in sentences. */
  oddLines(server: string, after: number): string[];
  /** An entry of the context menu of a row, in the panel or in an opened capture, with the row's context. */
  act(action: string, context: unknown): void;
  clear(server: string | undefined): Promise<{ removed: number }>;
  /** All of it, as the panel's button does: a person is asked first. */
  askToClear(): Promise<{ removed: number }>;
  export(request: ExportRequest): Promise<{ entries: number; bytes: number }>;
}

export interface ExportRequest {
  /** Absolute. */
  path: string;
  server?: string;
  includeSecrets?: boolean;
  /** Ends it early: it rejects, and nothing is written. */
  signal?: AbortSignal;
  /** Told now and then: lines looked at, of how many. */
  onProgress?: (done: number, total: number) => void;
}

/** What the commands work with. Made on first use, so that activation loads none of it. */
export interface Parts {
  servers: ToolServers;
  traffic: TrafficActions;
  captures: CaptureEditors;
  comparison: Comparison;
  /** Where this and earlier windows stored their traffic; absent where that is on no disk. */
  storedTraffic?: string;
  outcomes: OutcomeDocuments;
  requests: RequestDocuments;
  /** The workspace's, for what was used last. */
  memory: vscode.Memento;
  /** To the inputs of entries. */
  answers: KeptAnswers;
  /** The extension's own folder in the user's data; the user's settings are found from there. */
  storage: vscode.Uri;
  /** Where the servers' entries come from. */
  definitions: DefinitionSource;
}

export type LazyParts = () => Promise<Parts>;
