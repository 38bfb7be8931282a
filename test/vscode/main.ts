/** Runs a script's work. A fault is one clear sentence and exit code 1: its stack is of no use to the person. */
export async function main(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message.trim() : error);
    process.exitCode = 1;
  }
}
