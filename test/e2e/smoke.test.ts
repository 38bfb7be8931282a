import { Window } from "./window.ts";

describe("The installed package", () => {
  let window: Window;

  before(async () => {
    window = await Window.open();
  });
  after(() => window.close());

  it("shows its views under an icon in the activity bar", async () => {
    const { page } = window;
    await page.locator(".activitybar").getByRole("tab", { name: "Toolwire" }).click();
    await page.locator(".sidebar").getByRole("heading", { name: "Toolwire" }).waitFor();
    await window.screenshot("container");
  });
});
