import type { InputDefinition } from "../definition.ts";

/** What came of asking for an input. `unanswered`: nobody may be asked; `dismissed`: the person was, and left. */
export type InputAnswer =
  | { status: "answered"; value: string }
  | { status: "unanswered" }
  | { status: "dismissed" };

/** Answers `${input:id}`. Inputs of type `command` do not come here: they are run, never asked. */
export interface InputResolver {
  answer(input: AskedInput, folder: string | undefined): Promise<InputAnswer>;
}

/** An input that a person answers. */
export type AskedInput = Exclude<InputDefinition, { type: "command" }>;

/** Keeps answers: those to `password: true` inputs in SecretStorage, the others in the workspace's state. */
export interface AnswerStore {
  read(key: string, secret: boolean): Promise<string | undefined>;
  write(key: string, value: string, secret: boolean): Promise<void>;
}

/** `undefined`: dismissed. */
export type AskPerson = (input: AskedInput) => Promise<string | undefined>;

export function isPassword(input: InputDefinition): boolean {
  return input.type === "promptString" && input.password === true;
}

/** Two folders may use one id for two things, so the folder is part of the key. */
export function answerKey(id: string, folder: string | undefined): string {
  return `input:${JSON.stringify([folder ?? null, id])}`;
}

/**
 * A stored answer is taken as it is; otherwise `ask` asks the person and the answer is stored. Without `ask` (the
 * object form of a command asks nothing) the input stays unanswered: its `default` is a proposal, not an answer.
 */
export function createInputResolver(store: AnswerStore, ask?: AskPerson): InputResolver {
  return {
    async answer(input, folder) {
      const key = answerKey(input.id, folder);
      const secret = isPassword(input);
      const stored = await store.read(key, secret);
      if (stored !== undefined && stillOffered(input, stored)) {
        return { status: "answered", value: stored };
      }
      if (ask === undefined) {
        return { status: "unanswered" };
      }
      const value = await ask(input);
      if (value === undefined) {
        return { status: "dismissed" };
      }
      await store.write(key, value, secret);
      return { status: "answered", value };
    },
  };
}

/** An answer picked from a list that has changed since is no answer any more. */
function stillOffered(input: AskedInput, value: string): boolean {
  return (
    input.type !== "pickString" ||
    input.options.some((option) => (typeof option === "string" ? option : option.value) === value)
  );
}
