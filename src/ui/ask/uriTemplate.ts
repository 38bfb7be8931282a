/** RFC 6570 to level 3, and what of level 4 takes a plain string: what MCP's resource templates are made of. */
const expression = /\{([+#./;?&]?)([^{}]*)\}/g;

interface Style {
  first: string;
  separator: string;
  named: boolean;
  /** Characters with a meaning in URIs stay as they are. */
  reserved: boolean;
}

const plain: Style = { first: "", separator: ",", named: false, reserved: false };

const styles: Record<string, Style> = {
  "+": { ...plain, reserved: true },
  "#": { ...plain, first: "#", reserved: true },
  ".": { ...plain, first: ".", separator: "." },
  "/": { ...plain, first: "/", separator: "/" },
  ";": { first: ";", separator: ";", named: true, reserved: false },
  "?": { first: "?", separator: "&", named: true, reserved: false },
  "&": { first: "&", separator: "&", named: true, reserved: false },
};

/** Each name once, in the order in which they stand. Those of a query may be left out. */
export function templateVariables(template: string): { name: string; required: boolean }[] {
  const variables = new Map<string, boolean>();
  for (const [, operator = "", names = ""] of template.matchAll(expression)) {
    for (const name of namesOf(names)) {
      variables.set(name, variables.get(name) === true || !"?&".includes(operator) || operator === "");
    }
  }
  return [...variables].map(([name, required]) => ({ name, required }));
}

export function expandTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(expression, (_, operator: string, names: string) => {
    const style = styles[operator] ?? plain;
    const parts = namesOf(names).flatMap((name) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined) {
        return [];
      }
      const text = style.reserved ? encodeURI(value) : encodeURIComponent(value);
      return style.named ? [`${name}=${text}`] : [text];
    });
    return parts.length === 0 ? "" : style.first + parts.join(style.separator);
  });
}

function namesOf(list: string): string[] {
  return list
    .split(",")
    .map((name) => name.replace(/(\*|:\d+)$/, "").trim())
    .filter((name) => name !== "");
}
