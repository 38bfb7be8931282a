import * as l10n from "@vscode/l10n";
import type { ServerState } from "./status.ts";

export function describeState(state: ServerState): string {
  switch (state) {
    case "stopped":
      return l10n.t("stopped");
    case "starting":
      return l10n.t("starting");
    case "ready":
      return l10n.t("ready");
    case "stopping":
      return l10n.t("stopping");
    case "crashed":
      return l10n.t("crashed");
    case "failed":
      return l10n.t("failed");
  }
}
