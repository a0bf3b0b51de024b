/** What a spreadsheet takes for a formula, behind any number of the marks that say "this is text". */
const formula = /^'*[=+\-@\t\r＝＋－＠]/u;
const marked = /^'+[=+\-@\t\r＝＋－＠]/u;

/** Words that a spreadsheet opens as words: what looks like a formula gets an apostrophe in front. */
export const formulaSafe = (text: string) => (formula.test(text) ? `'${text}` : text);

/** The words as they were before `formulaSafe`. */
export const fromFormulaSafe = (text: string) => (marked.test(text) ? text.slice(1) : text);

/** Makes a spreadsheet read the text as UTF-8; stands once, at the start of the file. */
export const csvStart = "\uFEFF";

/** One line of a CSV (RFC 4180) with its end; numbers stay numbers, null is an empty cell. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(value: string | number | null): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const text = formulaSafe(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
