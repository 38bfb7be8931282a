/**
 * Who ends the servers if we cannot. [R16] A server is announced by its mark before it is spawned and named with its
 * process id right after, in the same turn of the loop.
 */
export interface GroupGuard {
  /** A process with this mark is about to be started. */
  expect(mark: string): void;
  /** It runs, and leads the group of its id. */
  add(pid: number, mark: string): void;
  /** It was not started after all, or its group is gone: its id may be reused from now on. */
  remove(mark: string): void;
}
