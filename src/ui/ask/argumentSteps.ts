import * as vscode from "vscode";
import type { JsonObject, JsonValue } from "../../wire/messages.ts";
import { plainLabel } from "../plainText.ts";
import type { Step } from "../schema/step.ts";
import { readStep, type StepAnswer, textOf } from "../schema/stepValue.ts";
import type { Validator } from "../schema/validator.ts";
import { isSecretArgument } from "./lastArguments.ts";

/** How the questions ended: with arguments, or with the wish to go on in a document. */
export interface StepsResult {
  how: "send" | "json";
  values: JsonObject;
}

/** What a person did at one step. */
type Move = StepAnswer | "back" | "json" | "sendNow" | undefined;

interface Question {
  title: string;
  step: Step;
  number: number;
  total: number;
  /** What it begins with: given before, or last time. */
  value: JsonValue | undefined;
  /** All that is left is optional. */
  canSendNow: boolean;
  /** Why a value cannot be used, as far as the whole schema says. */
  problemOf(value: JsonValue): string | undefined;
}

/** Asks for one argument after the other. `undefined`: the person left. */
export async function askSteps(
  title: string,
  steps: readonly Step[],
  validator: Validator,
  begin: JsonObject,
): Promise<StepsResult | undefined> {
  const values = new Map(steps.map(({ name }) => [name, begin[name]]));
  const given = () =>
    Object.fromEntries([...values].filter(([, value]) => value !== undefined)) as JsonObject;
  for (let at = 0; at < steps.length; ) {
    const step = steps[at] as Step;
    const move = await ask({
      title,
      step,
      number: at + 1,
      total: steps.length,
      value: values.get(step.name),
      canSendNow: at < steps.length - 1 && steps.slice(at).every(({ required }) => !required),
      problemOf: (value) =>
        validator.problemsOf({ ...given(), [step.name]: value }).find(({ path }) => path[0] === step.name)
          ?.message,
    });
    if (move === undefined) {
      return undefined;
    }
    if (move === "json") {
      return { how: "json", values: given() };
    }
    if (move === "sendNow") {
      for (const { name } of steps.slice(at)) {
        values.delete(name);
      }
      break;
    }
    if (move === "back") {
      at--;
      continue;
    }
    values.set(step.name, "value" in move ? move.value : undefined);
    at++;
  }
  return { how: "send", values: given() };
}

function ask(question: Question): Promise<Move> {
  return question.step.kind === "choice" ? askChoice(question) : askText(question);
}

const jsonButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon("json"),
  tooltip: vscode.l10n.t("Edit as JSON"),
});

const sendNowButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon("run-all"),
  tooltip: vscode.l10n.t("Send now, without the remaining arguments"),
});

/** What both kinds of question have in common: where one is, and the ways out. */
function present<Input extends vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>>(
  input: Input,
  { title, step, number, total, canSendNow }: Question,
  resolve: (move: Move) => void,
): Input {
  const sendNow = sendNowButton();
  const json = jsonButton();
  input.title = plainLabel(`${title} · ${step.title ?? step.name}`, 100);
  input.step = number;
  input.totalSteps = total;
  input.ignoreFocusOut = true;
  input.buttons = [
    ...(number > 1 ? [vscode.QuickInputButtons.Back] : []),
    ...(canSendNow ? [sendNow] : []),
    json,
  ];
  input.onDidTriggerButton((button) => {
    resolve(button === json ? "json" : button === sendNow ? "sendNow" : "back");
    input.dispose();
  });
  input.onDidHide(() => {
    resolve(undefined);
    input.dispose();
  });
  return input;
}

function askText(question: Question): Promise<Move> {
  const { step, value, problemOf } = question;
  return new Promise((resolve) => {
    const box = present(vscode.window.createInputBox(), question, resolve);
    box.value = textOf(value ?? (step.required ? step.default : undefined));
    box.password = isSecretArgument(step.name);
    box.prompt = promptOf(step);
    box.placeholder = placeholderOf(step);
    const read = (): StepAnswer => {
      const answer = readStep(step, box.value);
      const problem = "value" in answer ? problemOf(answer.value) : undefined;
      return problem === undefined ? answer : { problem };
    };
    const say = (problem: string | undefined) => {
      // Hiding a message that is not there makes the box jump.
      if (problem !== undefined || box.validationMessage !== undefined) {
        box.validationMessage = problem === undefined ? undefined : plainLabel(problem, 300);
      }
    };
    box.onDidChangeValue(() => {
      const answer = read();
      say("problem" in answer && box.value !== "" ? answer.problem : undefined);
    });
    box.onDidAccept(() => {
      const answer = read();
      if ("problem" in answer) {
        say(answer.problem);
        return;
      }
      resolve(answer);
      box.dispose();
    });
    box.show();
  });
}

interface ChoiceItem extends vscode.QuickPickItem {
  move?: Move;
}

function askChoice(question: Question): Promise<Move> {
  const { step, value } = question;
  const begin = value ?? step.default;
  return new Promise((resolve) => {
    const pick = present(vscode.window.createQuickPick<ChoiceItem>(), question, resolve);
    pick.placeholder = promptOf(step);
    const choices = step.choices.map((choice) => ({
      label: plainLabel(choice.label),
      move: { value: choice.value },
      ...(choice.value === step.default && { description: vscode.l10n.t("default") }),
    }));
    const leaveOut: ChoiceItem = {
      label: vscode.l10n.t("Leave out"),
      description: vscode.l10n.t("optional"),
      iconPath: new vscode.ThemeIcon("debug-step-over"),
      move: { left: "out" },
    };
    const asJson: ChoiceItem = {
      label: vscode.l10n.t("Edit as JSON"),
      iconPath: new vscode.ThemeIcon("json"),
      move: "json",
    };
    pick.items = [
      ...choices,
      { label: "", kind: vscode.QuickPickItemKind.Separator },
      ...(step.required ? [] : [leaveOut]),
      asJson,
    ];
    const active = step.choices.findIndex((choice) => choice.value === begin);
    const first = choices[active] ?? (step.required ? choices[0] : leaveOut);
    pick.activeItems = first === undefined ? [] : [first];
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item?.move !== undefined) {
        resolve(item.move);
        pick.dispose();
      }
    });
    pick.show();
  });
}

function promptOf({ name, title, description }: Step): string {
  const what = title === undefined ? name : `${title} (${name})`;
  return plainLabel(description === undefined ? what : `${what}: ${description}`, 300);
}

/** "number", "text, optional", "whole number, default 5" */
function placeholderOf({ kind, required, default: fallback }: Step): string {
  const type =
    kind === "string"
      ? vscode.l10n.t("text")
      : kind === "integer"
        ? vscode.l10n.t("whole number")
        : vscode.l10n.t("number");
  if (required) {
    return type;
  }
  return fallback === undefined
    ? vscode.l10n.t("{0}, optional: leave it empty to skip", type)
    : vscode.l10n.t("{0}, empty: the server's default, {1}", type, plainLabel(textOf(fallback), 60));
}
