import { type Browser, chromium } from "playwright-core";
import { systemCommand } from "./debian.ts";
import { say } from "./say.ts";

const commands = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A browser without a window. The signals that end us are handled in one place, so not by Playwright too. */
export async function launchChromium(): Promise<Browser> {
  const quiet = { args, timeout: 120_000, handleSIGHUP: false, handleSIGINT: false, handleSIGTERM: false };
  if (process.platform !== "linux") return chromium.launch({ ...quiet, channel: "chrome" });
  const executablePath = await systemCommand("Chromium", "chromium", ...commands);
  say(`Starting ${executablePath}`);
  return chromium.launch({ ...quiet, executablePath });
}
