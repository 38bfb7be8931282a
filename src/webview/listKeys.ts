/** Where the list is when a key is pressed, by indices of rows. */
export interface KeyPlace {
  /** The selected row, or one beside the visible ones where none is. */
  current: number;
  firstVisible: number;
  last: number;
  /** Rows to a page. */
  page: number;
}

/** The row that a key goes to; it may lie outside of the list. undefined: the key goes nowhere. */
export function keyTarget(key: string, { current, firstVisible, last, page }: KeyPlace): number | undefined {
  switch (key) {
    case "ArrowUp":
      return current - 1;
    case "ArrowDown":
      return current + 1;
    case "PageUp":
      return current - page;
    case "PageDown":
      return current + page;
    case "Home":
      return 0;
    case "End":
      return last;
    case "Enter":
    case " ":
      return Math.max(firstVisible, current);
    default:
      return undefined;
  }
}
