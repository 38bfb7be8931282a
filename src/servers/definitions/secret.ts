/** Shorter ones are left: masking every "true" or "1234" would make a capture unreadable. (contract: capture file) */
export const shortestSecret = 8;

const secretName = /TOKEN|SECRET|KEY|PASSW(?:OR)?D|PASSPHRASE|CREDENTIAL|COOKIE|BEARER|AUTH(?!OR(?!I[SZ]))/i;

/** Whether the name of a variable says that its value is a secret. `GIT_AUTHOR_NAME` does not. */
export function looksSecret(name: string): boolean {
  return secretName.test(name);
}

/** Collects secrets for masking: each once, the longest first, so that one inside another hides no part of it. */
export class SecretCollection {
  readonly #values = new Set<string>();

  add(value: string): void {
    if (value.length >= shortestSecret) {
      this.#values.add(value);
    }
  }

  all(): string[] {
    return [...this.#values].sort((one, other) => other.length - one.length);
  }
}
