import * as vscode from "vscode";

/** What a step ends with: an answer, the way back, or `undefined` where the person left. */
export type StepResult<Value> = { value: Value } | "back" | undefined;

/** Where a step stands, for the title's "2/3" and its Back button. */
export interface StepPlace {
  title: string;
  step: number;
  totalSteps: number;
}

/** Asks step by step; the Back button goes one back. False where the person left. */
export async function walk(steps: () => readonly (() => Promise<StepResult<unknown>>)[]): Promise<boolean> {
  for (let index = 0; ; ) {
    const step = steps()[index];
    if (step === undefined) {
      return true;
    }
    const result = await step();
    if (result === undefined) {
      return false;
    }
    index += result === "back" ? -1 : 1;
  }
}

/** Shows a quick pick or input box as a step. `accept` answers, or keeps it open with `undefined`. */
export function showStep<Value, Input extends vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox>(
  input: Input,
  { title, step, totalSteps }: StepPlace,
  accept: (input: Input) => Value | undefined,
): Promise<StepResult<Value>> {
  input.title = title;
  input.step = step;
  input.totalSteps = totalSteps;
  input.ignoreFocusOut = true;
  input.buttons = step > 1 ? [vscode.QuickInputButtons.Back] : [];
  return new Promise((resolve) => {
    input.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) {
        resolve("back");
        input.hide();
      }
    });
    input.onDidAccept(() => {
      const value = accept(input);
      if (value !== undefined) {
        resolve({ value });
        input.hide();
      }
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}
