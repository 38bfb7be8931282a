/** One server's processes, as they are known from outside. */
export interface ServerGroup {
  /** The server itself; on POSIX also the id of its process group. Absent while it is only about to be started. */
  pid?: number;
  /** The value of its `TOOLWIRE_SERVER_MARK`. */
  mark: string;
}

/** The processes of one or more servers, descendants included, as one thing to end. */
export interface ProcessTree {
  /** Asks all of them to end. Resolves when they have been asked. */
  terminate(): Promise<void>;
  /** Ends all of them, unasked. Resolves when the system has been told, which may be before they are gone. */
  kill(): Promise<void>;
  isGone(): Promise<boolean>;
}
