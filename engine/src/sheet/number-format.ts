/** Built-in number formats by their id, as in the United Kingdom (ECMA-376-1, 18.8.30). */
const builtInIds: [code: string, ...ids: number[]][] = [
  ["0", 1, 59],
  ["0.00", 2, 60],
  ["#,##0", 3, 61],
  ["#,##0.00", 4, 62],
  ["£#,##0", 5, 6],
  ["£#,##0.00", 7, 8],
  ["0%", 9, 67],
  ["0.00%", 10, 68],
  ["0.00E+00", 11],
  ["dd/mm/yyyy", 14, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58, 71, 72],
  ["dd-mmm-yy", 15],
  ["dd-mmm", 16],
  ["mmm-yy", 17],
  ["hh:mm AM", 18],
  ["hh:mm:ss AM", 19],
  ["hh:mm", 20],
  ["hh:mm:ss", 21, 32, 33, 34, 35, 46],
  ["dd/mm/yyyy hh:mm", 22],
  ["#,##0 ()", 37, 38],
  ["#,##0.00 ()", 39, 40],
  ["#,##0 - ", 41],
  ["£ #,##0 - ", 42],
  ["#,##0.00 - ", 43],
  ["£ #,##0.00 - ", 44],
  ["mm:ss", 45],
  ["mm:ss.0", 47],
];
const builtIn = new Map(builtInIds.flatMap(([code, ...ids]) => ids.map((id) => [id, code])));

/** @param own the workbook's own code of this id. @returns the format code; "" for the general format */
export function formatCode(id: number, own: string | undefined): string {
  const code = own ?? builtIn.get(id) ?? "";
  return /^(general|@)?$/i.test(code) ? "" : code;
}

/** The longest text of a date part. */
function datePart(letters: string): string {
  const [first = "", count] = [letters[0]?.toLowerCase(), letters.length];
  if (first === "y") return "0000".repeat(Math.max(1, Math.floor(count / 4)));
  if (count < 3 || first === "h" || first === "s") return "00";
  if (first === "m") return count === 3 ? "Sep" : "September";
  return count === 3 ? "Wed" : "Wednesday";
}

/** The shortest text of a date part. */
function shortDatePart(letters: string): string {
  const [first = "", count] = [letters[0]?.toLowerCase(), letters.length];
  if (first === "y") return count < 3 ? "00" : "0000";
  if (count < 3 || first === "h" || first === "s") return "0".repeat(Math.min(count, 2));
  return first === "m" ? "May" : count === 3 ? "Wed" : "Friday";
}

/** Excel's maximum number of decimals. */
const maxDecimals = 30;

/**
 * Formats a number roughly, and never shorter than LibreOffice prints it: tells how wide its cell has to be.
 * @param value as the file states it
 * @param code see `formatCode`
 */
export function formatNumber(value: string, code: string): string {
  return formatWith(value, code, datePart);
}

/** Formats a number roughly, and never longer than LibreOffice prints it: tells that a cell is certainly too narrow. */
export function formatShortestNumber(value: string, code: string): string {
  const hasConditions = /\[[<>=]/.test(code); // conditional sections are not evaluated
  if (code === "") return roundedNumber(value);
  return hasConditions ? "" : formatWith(value, code, shortDatePart);
}

/** The shortest text of a number in the general format, before LibreOffice prints "###". */
function roundedNumber(value: string): string {
  const whole = String(Math.trunc(Number(value)));
  return whole.length > scientific.length ? scientific : whole;
}
const scientific = "1E+00";

function formatWith(value: string, code: string, partOfDate: (letters: string) => string): string {
  const number = Number(value);
  if (code === "" || !Number.isFinite(number)) return Number.isInteger(number) ? value : value.slice(0, 10);
  const sections = code.split(";");
  const section = (number < 0 ? sections[1] : undefined) ?? sections[0] ?? "";
  if (section === "") return ""; // an empty section hides the number
  const literal = section
    .replaceAll(/\[(?:\$([^\]-]*)[^\]]*|([hms]+))\]/gi, "$1$2")
    .replaceAll(/\[[^\]]*\]|[_*]./g, "")
    .replaceAll(/"([^"]*)"|\\(.)/g, (_, quoted = "", escaped = "") => "x".repeat((quoted + escaped).length))
    .replaceAll(/general/gi, "0")
    .replaceAll(/am\/pm|\bam\b/gi, "XX");
  if (/[dmyhs]/i.test(literal)) return literal.replaceAll(/m+|d+|y+|h+|s+/gi, partOfDate);
  if (/e[+-]/i.test(literal)) return literal;
  const decimals = Math.min(maxDecimals, /\.([0#?]+)/.exec(literal)?.[1]?.length ?? 0);
  // each comma after the digits divides by a thousand
  const thousands = /[0#?](,+)(?![0#?,])/.exec(literal)?.[1]?.length ?? 0;
  const scaled = (literal.includes("%") ? number * 100 : number) / 1000 ** thousands;
  const amount = Math.abs(scaled).toLocaleString("en-GB", {
    useGrouping: /[#0],[#0]/.test(literal),
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  const minus = number < 0 && sections.length < 2 ? "-" : "";
  return minus + literal.replaceAll(/[#0?.,]/g, "") + amount;
}
