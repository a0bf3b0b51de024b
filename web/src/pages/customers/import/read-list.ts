import { fromFormulaSafe } from "@sheaf/contracts/csv.ts";
import { customersPerImport } from "@sheaf/contracts/limits.ts";
import Papa from "papaparse";
import { number } from "../../../ui/words.ts";

/** A list as read from the file: column titles, and the cells of every row. */
export interface ReadList {
  fileName: string;
  /** "Column 2" where the file has no title. */
  columns: string[];
  rows: { line: number; cells: string[] }[];
}

/** The file is not a list of customers; the message says what to do. */
export class ListError extends Error {}

/** A list with the maximum number of customers is far smaller. */
const maxBytes = 10 * 1_048_576;

/** @throws ListError when the file is not CSV, has no rows, or too many */
export async function readList(file: File): Promise<ReadList> {
  if (/\.(xlsx?|xlsm|ods|numbers)$/i.test(file.name)) {
    throw new ListError(`${file.name} is a workbook. In Excel choose Save As, then “CSV UTF-8”, and choose that file.`);
  }
  if (file.size > maxBytes) throw new ListError(`${file.name} is too large to be a list of customers.`);
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  if (text.includes("\0")) throw new ListError(`${file.name} is not a CSV file. Save the list as CSV and try again.`);

  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: "greedy" });
  const unclosed = errors.find(({ code }) => code === "MissingQuotes");
  if (unclosed) {
    const line = text.slice(0, unclosed.index).split(/\r\n|\r|\n/).length;
    throw new ListError(
      `${file.name} has a quotation mark on line ${number(line)} that is not closed. Close or remove it, save the file and choose it again.`,
    );
  }
  const [first, ...rest] = data.map((cells) => cells.map((cell) => fromFormulaSafe(cell.trim())));
  if (!first) throw new ListError(`${file.name} is empty.`);
  // A first row that contains an email address is a customer, not the column titles.
  const named = !first.some((cell) => cell.includes("@"));
  const rows = named ? rest : [first, ...rest];
  if (rows.length === 0) throw new ListError(`${file.name} has the names of columns, but no customer below them.`);
  if (rows.length > customersPerImport) {
    throw new ListError(
      `${file.name} has ${number(rows.length)} rows; ${number(customersPerImport)} can be imported at a time. Split the list.`,
    );
  }
  const width = Math.max(...data.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, at) => (named && first[at]) || `Column ${at + 1}`);
  return {
    fileName: file.name,
    columns,
    rows: rows.map((cells, at) => ({ line: at + (named ? 2 : 1), cells })),
  };
}

/** Decodes UTF-8, or else the encoding that Excel uses in a UK office by default. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
