import { basename } from "node:path";
import * as vscode from "vscode";
import { readCapture } from "../../traffic/capture/captureReader.ts";
import { openCaptureFile } from "../../traffic/capture/captureSource.ts";
import { LoadedCapture } from "../../traffic/capture/loadedCapture.ts";
import { withNotification } from "../progress.ts";

/** Reads a capture that no editor shows; rejects with an error that names the path and the way out. */
export async function readWhole(path: string): Promise<{ name: string; log: LoadedCapture }> {
  const name = basename(path);
  const file = await openCaptureFile(path);
  const log = new LoadedCapture();
  try {
    await withNotification(vscode.l10n.t("Reading {0}", name), ({ signal, report }) =>
      readCapture(file, log, {
        signal,
        onProgress: (progress, total) => report({ progress, total }),
      }),
    );
  } finally {
    await file.close();
  }
  return { name, log };
}
