import { randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** The stored traffic of one window, from its opening to its end: a folder of files. */
export interface StoredSession {
  folder: string;
  /** In the order written. */
  files: string[];
  startedAt: Date;
  /** When it was written to last. */
  endedAt: Date;
  bytes: number;
  /** Its window is still open. */
  isRunning: boolean;
}

export const storedExtension = ".toolwire-traffic";

/** The name of a session's file, which people see: `2026-01-31 12-00-00 0001.toolwire-traffic`. */
export function storedFileName(startedAt: string, number: number): string {
  const time = startedAt.slice(0, 19).replace("T", " ").replace(/:/g, "-");
  return `${time} ${String(number).padStart(4, "0")}${storedExtension}`;
}

/** The path of a folder that no other window has: by time, process and chance. */
export function newSessionFolder(root: string): string {
  const startedAt = new Date().toISOString().replace(/:/g, "-");
  return join(root, `${startedAt}_${process.pid}_${randomUUID().slice(0, 8)}`);
}

/** All sessions below `root`, newest first. What is not one is passed over. */
export async function listSessions(root: string): Promise<StoredSession[]> {
  const names = await readdir(root).catch(() => []);
  const sessions = await Promise.all(names.map((name) => readSession(root, name)));
  return sessions
    .filter((session) => session !== undefined)
    .sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
}

async function readSession(root: string, name: string): Promise<StoredSession | undefined> {
  const [, date, time, pid] = /^(\d{4}-\d\d-\d\d)T([\d.-]+Z)_(\d+)_[0-9a-f]{8}$/.exec(name) ?? [];
  if (date === undefined || time === undefined || pid === undefined) {
    return undefined;
  }
  const folder = join(root, name);
  const startedAt = new Date(`${date}T${time.replace(/-/g, ":")}`);
  const { files, bytes, writtenAt } = await filesOfSession(folder);
  return {
    folder,
    files,
    startedAt,
    endedAt: new Date(Math.max(startedAt.getTime(), writtenAt)),
    bytes,
    isRunning: isRunning(Number(pid), startedAt),
  };
}

/** The files in a session's folder, in the order written; none where it is gone. */
export async function filesOfSession(
  folder: string,
): Promise<{ files: string[]; bytes: number; writtenAt: number }> {
  const names = await readdir(folder).catch(() => []);
  // By number: a clock may be set back.
  const files = names
    .filter((name) => numberOf(name) !== undefined)
    .sort((a, b) => (numberOf(a) ?? 0) - (numberOf(b) ?? 0))
    .map((name) => join(folder, name));
  const stats = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
  return {
    files,
    bytes: stats.reduce((sum, file) => sum + (file?.size ?? 0), 0),
    writtenAt: Math.max(0, ...stats.map((file) => file?.mtimeMs ?? 0)),
  };
}

function numberOf(name: string): number | undefined {
  const [, number] = /(\d+)\.toolwire-traffic$/.exec(name) ?? [];
  return number === undefined ? undefined : Number(number);
}

const longestAgeMs = 14 * 24 * 60 * 60 * 1000;

/**
 * Removes sessions of windows that are closed: those of more than 14 days ago, and the oldest until all sessions take
 * no more than `budget` bytes. What cannot be removed stays. `own` is that of this window.
 */
export async function tidySessions(root: string, budget: number, own: string): Promise<void> {
  const sessions = await listSessions(root);
  let bytes = sessions.reduce((sum, session) => sum + session.bytes, 0);
  for (const session of sessions.reverse()) {
    const isOld = Date.now() - session.endedAt.getTime() > longestAgeMs;
    if (session.folder !== own && !session.isRunning && (isOld || bytes > budget)) {
      try {
        await rm(session.folder, { recursive: true, force: true });
        bytes -= session.bytes;
      } catch {
        // Somebody has it open, or it may not be removed: it is tried again another time.
      }
    }
  }
}

function isRunning(pid: number, startedAt: Date): boolean {
  if (pid === process.pid) {
    // An earlier process may have had our number.
    return startedAt.getTime() >= Date.now() - process.uptime() * 1000;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
