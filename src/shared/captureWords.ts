/** The words of an opened capture, beside those of the panel. */
export const englishCaptureWords = {
  capture: "Capture",
  noLines: "This capture has no lines.",
  reading: "Reading: {0} %",
  oneLineUnread: "1 line of the file could not be read.",
  linesUnread: "{0} lines of the file could not be read.",
  showUnread: "Show",
  hideUnread: "Hide",
  unreadLines: "Lines that could not be read",
  unreadLine: "Line {0}",
  moreUnread: "and {0} more",
  fileChanged: "The file has changed since it was read.",
  fileGone: "The file is not there any more. What was read of it is still shown.",
  reload: "Reload",
  tryAgain: "Try again",
} as const;
