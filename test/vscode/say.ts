/** Tells the person what is being done now, so that no wait is silent. */
export function say(text: string): void {
  console.log(`› ${text}`);
}
