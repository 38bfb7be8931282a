const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Calls `finish` where this process is told to end, and then ends it. Under npm the shell between npm and us takes a
 * signal for npm with it to the grave, so the loss of our parent counts as well.
 */
export function beforeEnding(finish: () => Promise<void>): void {
  let ending = false;
  const end = (signal: number) => {
    // One Ctrl+C may arrive twice, from the terminal and from npm: the later ones change nothing.
    if (ending) return;
    ending = true;
    void finish().then(() => process.exit(process.exitCode ?? 128 + signal));
  };
  for (const [name, number] of Object.entries(signals)) process.on(name, () => end(number));
  if (process.env.npm_lifecycle_event) watchParent(() => end(signals.SIGTERM));
}

function watchParent(lost: () => void): void {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || lost(), 250).unref();
}
