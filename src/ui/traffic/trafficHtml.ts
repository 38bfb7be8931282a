import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { TrafficWords } from "../../shared/trafficWords.ts";

/**
 * The panel's page: nothing in it but references to our own files, and nothing else is allowed to load or run.
 *
 * @param capture names an opened capture, whose rows' context menus hand it on; absent: the live traffic
 */
export function trafficHtml(
  webview: vscode.Webview,
  dist: vscode.Uri,
  words: TrafficWords,
  capture?: string,
): string {
  const nonce = randomBytes(16).toString("base64");
  const file = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
  ].join("; ");
  const body =
    capture === undefined
      ? ""
      : ` class="capture" data-vscode-context="${escaped(JSON.stringify({ toolwireCapture: capture }))}"`;
  return `<!DOCTYPE html>
<html lang="${escaped(vscode.env.language)}">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="toolwire-words" content="${escaped(JSON.stringify(words))}">
  <link rel="stylesheet" href="${file("codicon.css")}">
  <link rel="stylesheet" href="${file("webview.css")}">
  <title>Toolwire Traffic</title>
</head>
<body${body}>
  <script nonce="${nonce}" src="${file("webview.js")}"></script>
</body>
</html>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
