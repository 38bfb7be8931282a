/** Server text reaches the page through `textContent` only; nothing here takes markup. */

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export function icon(name: string): HTMLElement {
  return element("span", { class: `codicon codicon-${name}`, "aria-hidden": "true" });
}

/** A toolbar button: an icon whose words are in its tooltip and for screen readers. */
export function iconButton(name: string, label: string, onClick: () => void): HTMLButtonElement {
  const button = element("button", { class: "icon-button", type: "button" }, icon(name));
  setLabel(button, label);
  button.addEventListener("click", onClick);
  return button;
}

export function setLabel(target: HTMLElement, label: string): void {
  target.title = label;
  target.setAttribute("aria-label", label);
}

/** A command in the middle of a sentence. */
export function linkButton(label: string, onClick: () => void): HTMLButtonElement {
  const button = element("button", { class: "link-button", type: "button" }, label);
  button.addEventListener("click", onClick);
  return button;
}

/** Writing the same text again would cost a layout. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) {
    target.textContent = text;
  }
}
