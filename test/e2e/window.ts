import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errors, type FrameLocator, type Locator, type Page } from "playwright-core";
import { windowAddress } from "../vscode/embeddedServer.ts";
import { output } from "../vscode/paths.ts";
import { makeWorkspace } from "../vscode/workspace.ts";
import { session } from "./session.ts";

const themes = {
  dark: "Default Dark Modern",
  light: "Default Light Modern",
  contrast: "Default High Contrast",
  contrastLight: "Default High Contrast Light",
};

const fewLooks = [
  ["light", 900],
  ["dark", 1400],
] as const;
const allLooks = (["light", "contrast", "contrastLight", "dark"] as const).flatMap(
  (theme) =>
    [
      [theme, 900],
      [theme, 1400],
    ] as const,
);

export interface WindowOptions {
  /** Settings of the workspace, over those of the example workspace. */
  settings?: Record<string, unknown>;
  /** A template of `test/fixtures`, or a window without a folder: that one has no settings of its own. */
  folder?: "example-workspace" | "bare-workspace" | "none";
  theme?: keyof typeof themes;
  size?: { width: number; height: number };
}

/** A VS Code window with the installed extension, on an example workspace of its own. */
export class Window {
  static readonly #open = new Set<Window>();
  static #screenshots: Promise<unknown> = Promise.resolve();

  readonly page: Page;
  readonly workspace: string;

  private constructor(page: Page, workspace: string) {
    this.page = page;
    this.workspace = workspace;
    Window.#open.add(this);
  }

  static async open({
    settings,
    folder = "example-workspace",
    theme = "dark",
    size = { width: 1280, height: 800 },
  }: WindowOptions = {}) {
    const { server, browser, demo } = session();
    const page = await browser.newPage({ viewport: size });
    // A guard against hanging, also on a machine that is busy with other things.
    page.setDefaultTimeout(90_000);
    if (folder === "none") {
      await page.goto(`http://${server.authority}/?ew=true`);
      await page.locator(".monaco-workbench .activitybar").waitFor();
      return new Window(page, "");
    }
    const workspace = await makeWorkspace(folder, { demo });
    await addSettings(workspace, { "workbench.colorTheme": themes[theme], ...settings });
    const window = new Window(page, workspace);
    await page.goto(windowAddress(server, workspace), { timeout: 90_000 });
    await page.locator(".monaco-workbench .activitybar").waitFor();
    return window;
  }

  /** Writes settings of the workspace while the window is open; VS Code reads them at once. */
  async set(settings: Record<string, unknown>): Promise<void> {
    await addSettings(this.workspace, settings);
  }

  /** Changes how the window looks. */
  async look(theme: keyof typeof themes, size: { width: number; height: number }): Promise<void> {
    const kind = { dark: ".vs-dark", light: ".vs", contrast: ".hc-black", contrastLight: ".hc-light" }[theme];
    await this.page.setViewportSize(size);
    await this.#setUntilSeen(
      { "workbench.colorTheme": themes[theme] },
      this.page.locator(`.monaco-workbench${kind}`),
    );
    // The parts of the workbench are coloured in the frames that follow.
    await this.page.evaluate(
      "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
    );
  }

  /** A new window does not watch its settings file yet; a change that it missed is made once more. */
  async #setUntilSeen(settings: Record<string, unknown>, effect: Locator): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await this.set(settings);
      try {
        return await effect.waitFor({ timeout: 20_000 });
      } catch (error) {
        if (attempt === 4 || !(error instanceof errors.TimeoutError)) throw error;
      }
    }
  }

  /**
   * Screenshots in dark, light and the two of high contrast, wide and narrow: `<name>-<theme>-<width>.png`. A run of all
   * tests makes two of them, because nobody looks at the rest.
   */
  async screenshots(name: string): Promise<void> {
    // Nothing is hovered: what one hovers covers the rest with its tooltip.
    await this.page.mouse.move(600, 700);
    for (const [theme, width] of session().isWholeRun ? fewLooks : allLooks) {
      await this.look(theme, { width, height: 800 });
      await this.screenshot(`${name}-${theme}-${width}`);
    }
  }

  /** Screenshots of all windows that are open, for a test that failed: none closes before they are made. */
  static screenshotAll(name: string): void {
    const made = [...Window.#open].map((window) => window.screenshot(name).catch(console.error));
    Window.#screenshots = Promise.all(made);
  }

  /**
   * Runs a command from the palette. The palette's list is not live: opened before the extension has registered a
   * command it never shows it, and what else takes the focus closes it, so it is opened anew until it does.
   */
  async run(title: string): Promise<void> {
    const { page } = this;
    const row = this.row(title);
    for (let attempt = 1; ; attempt++) {
      await page.keyboard.press("F1");
      try {
        await this.picker.getByRole("textbox").fill(`>${title}`, { timeout: 3000 });
        return await row.click({ timeout: 3000 });
      } catch (error) {
        if (attempt === 10) throw error;
        await page.keyboard.press("Escape");
      }
    }
  }

  /** As `run`, with nothing but keys: what Enter takes is the row that the palette has chosen by itself. */
  async runByKeys(title: string): Promise<void> {
    const { page } = this;
    const chosen = this.row(title).and(this.picker.locator(".focused"));
    for (let attempt = 1; ; attempt++) {
      await page.keyboard.press("F1");
      try {
        await this.picker.waitFor({ timeout: 3000 });
        await page.keyboard.type(title);
        await chosen.waitFor({ timeout: 3000 });
        return await page.keyboard.press("Enter");
      } catch (error) {
        if (attempt === 10) throw error;
        await page.keyboard.press("Escape");
      }
    }
  }

  /** The quick pick or input box that is open. */
  get picker(): Locator {
    return this.page.locator(".quick-input-widget:visible");
  }

  /** A row of the open quick pick, by the whole of its label. */
  row(label: string): Locator {
    const name = this.page.locator(".label-name").getByText(label, { exact: true });
    return this.picker.locator(".monaco-list-row").filter({ has: name });
  }

  /** Chooses a row of the quick pick that is open or about to open. */
  async choose(label: string): Promise<void> {
    await this.row(label).click();
  }

  /** Answers an input box. Its title, prompt or placeholder tells it from the picker that was open before it. */
  async answer(prompt: string | RegExp, text: string): Promise<void> {
    const { picker } = this;
    await picker.getByText(prompt).or(picker.getByPlaceholder(prompt)).first().waitFor();
    await picker.getByRole("textbox").fill(text);
    await this.page.keyboard.press("Enter");
  }

  /** A notification that holds this text. */
  notification(text: string | RegExp): Locator {
    return this.page.locator(".notifications-toasts .notification-list-item").filter({ hasText: text });
  }

  /** The text of the first editor group's editor, as far as it is rendered. */
  async editorText(): Promise<string> {
    const lines = await this.page.locator(".editor-instance").first().locator(".view-line").allTextContents();
    return lines.join("\n").replaceAll("\u00a0", " ");
  }

  /** The document inside the webview that is shown. */
  webview(): FrameLocator {
    return this.page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
  }

  /** Writes `out/screenshots/<name>.png`. */
  async screenshot(name: string): Promise<void> {
    await this.page.screenshot({
      path: join(output, "screenshots", `${name}.png`),
      animations: "disabled",
    });
  }

  /** Closes the window as a person does: VS Code says goodbye to its extension host. */
  async close(): Promise<void> {
    Window.#open.delete(this);
    await Window.#screenshots;
    await this.page.goto("about:blank");
    await this.page.close();
  }
}

async function addSettings(workspace: string, settings: Record<string, unknown>): Promise<void> {
  const file = join(workspace, ".vscode", "settings.json");
  const present = JSON.parse(await readFile(file, "utf8").catch(() => "{}"));
  await mkdir(join(workspace, ".vscode"), { recursive: true });
  await writeFile(file, JSON.stringify({ ...present, ...settings }, undefined, 2));
}
