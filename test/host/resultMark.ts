/** Stands before each line of the tests' results, which come among the many lines that a VS Code logs. */
export const resultMark = "│ ";
