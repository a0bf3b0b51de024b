/** Text that a spreadsheet would read as a formula, after any number of apostrophes, which mark a cell as text. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/u;
const marked = /^'+[=+\-@\t\r＝＋－＠]/u;

/** Puts an apostrophe in front of text that a spreadsheet would read as a formula. */
export const formulaSafe = (text: string) => (formula.test(text) ? `'${text}` : text);

/** Returns the text that was given to `formulaSafe`. */
export const fromFormulaSafe = (text: string) => (marked.test(text) ? text.slice(1) : text);

/** The byte order mark, which makes a spreadsheet read the file as UTF-8; written once, at the start of the file. */
export const csvStart = "\uFEFF";

/** Formats one line of a CSV file (RFC 4180) with its line ending; numbers stay numbers, null is an empty cell. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(value: string | number | null): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const text = formulaSafe(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
