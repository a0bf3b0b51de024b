import { parseSync } from "vite";

/** Tests, and files that only tests use. */
const forTests =
  /\.(test|journey|config)\.tsx?$|(^|[/-])testing\.tsx?$|(^|\/)(testing|fixtures|fuzz|journeys|bench|slow)\/|\.slow\./;

/** Returns whether a file of the repository is product code. */
export const isProduct = (path: string): boolean => /\.tsx?$/.test(path) && !forTests.test(path);

/**
 * Counts lines that contain more than white space and comments. Comments are found by a parser, since parts of strings,
 * templates and regular expressions may look like comments.
 * @param path determines the language
 * @throws Error when the file is not TypeScript
 */
export function codeLines(path: string, text: string): number {
  const { comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  let code = "";
  let at = 0;
  for (const { start, end } of comments) {
    // In JSX a comment is enclosed in braces.
    const isBraced = text[start - 1] === "{" && text[end] === "}";
    code += text.slice(at, isBraced ? start - 1 : start);
    at = isBraced ? end + 1 : end;
    if (text.slice(start, end).includes("\n")) code += "\n";
  }
  return (code + text.slice(at)).split("\n").filter((line) => line.trim() !== "").length;
}
