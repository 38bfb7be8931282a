/** How an opened capture stands, told to its page. */
export interface CaptureMessage {
  type: "capture";
  /** While it is read: bytes of the file. */
  reading?: { done: number; total: number };
  /** Why it could not be opened at all. */
  problem?: string;
  /** What became of the file since it was read. */
  fileIs?: "changed" | "gone";
  /** How many lines of the file could not be read. */
  unreadCount: number;
  /** The first of them, why in words. */
  unread: { line: number; why: string }[];
}
