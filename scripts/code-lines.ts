import { parseSync } from "vite";

/** Tests, and what serves them alone. */
const forTests =
  /\.(test|journey|config)\.tsx?$|(^|[/-])testing\.tsx?$|(^|\/)(testing|fixtures|fuzz|journeys|bench|slow)\/|\.slow\./;

/** Whether a file of the repository is code of the product. */
export const isProduct = (path: string): boolean => /\.tsx?$/.test(path) && !forTests.test(path);

/**
 * Lines that hold more than white space and comments. A parser tells what a comment is: words in a text, a template or
 * a regular expression may look like one.
 * @param path tells the language
 * @throws Error when it is no TypeScript
 */
export function codeLines(path: string, text: string): number {
  const { comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  let code = "";
  let at = 0;
  for (const { start, end } of comments) {
    // In JSX a comment stands in braces of its own.
    const isBraced = text[start - 1] === "{" && text[end] === "}";
    code += text.slice(at, isBraced ? start - 1 : start);
    at = isBraced ? end + 1 : end;
    if (text.slice(start, end).includes("\n")) code += "\n";
  }
  return (code + text.slice(at)).split("\n").filter((line) => line.trim() !== "").length;
}
