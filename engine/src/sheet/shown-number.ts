/** Formats that a workbook names by number alone, as the United Kingdom writes them (ECMA-376-1, 18.8.30). */
const builtIn: Record<number, string> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  ...{ 5: "£#,##0", 6: "£#,##0", 7: "£#,##0.00", 8: "£#,##0.00" },
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  ...{ 14: "dd/mm/yyyy", 15: "dd-mmm-yy", 16: "dd-mmm", 17: "mmm-yy" },
  ...{ 18: "hh:mm AM", 19: "hh:mm:ss AM", 20: "hh:mm", 21: "hh:mm:ss", 22: "dd/mm/yyyy hh:mm" },
  ...{ 37: "#,##0 ()", 38: "#,##0 ()", 39: "#,##0.00 ()", 40: "#,##0.00 ()" },
  ...{ 41: "#,##0 - ", 42: "£ #,##0 - ", 43: "#,##0.00 - ", 44: "£ #,##0.00 - " },
  ...{ 45: "mm:ss", 46: "hh:mm:ss", 47: "mm:ss.0" },
  59: "0",
  60: "0.00",
  61: "#,##0",
  62: "#,##0.00",
  67: "0%",
  68: "0.00%",
  ...Object.fromEntries(
    [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58, 71, 72].map((id) => [id, "dd/mm/yyyy"]),
  ),
  ...Object.fromEntries([32, 33, 34, 35].map((id) => [id, "hh:mm:ss"])),
};

/** @returns a format as a workbook writes it; "" where a number is shown as far as there is room */
export function formatCode(id: number, own: string | undefined): string {
  const code = own ?? builtIn[id] ?? "";
  return /^(general|@)?$/i.test(code) ? "" : code;
}

/** A part of a date, in its longest form. */
function datePart(letters: string): string {
  const [first = "", count] = [letters[0]?.toLowerCase(), letters.length];
  if (first === "y") return "0000".repeat(Math.max(1, Math.floor(count / 4)));
  if (count < 3 || first === "h" || first === "s") return "00";
  if (first === "m") return count === 3 ? "Sep" : "September";
  return count === 3 ? "Wed" : "Wednesday";
}

/** The same in its shortest form. */
function shortDatePart(letters: string): string {
  const [first = "", count] = [letters[0]?.toLowerCase(), letters.length];
  if (first === "y") return count < 3 ? "00" : "0000";
  if (count < 3) return "0".repeat(count);
  return first === "m" ? "May" : count === 3 ? "Wed" : "Friday";
}

/** As Excel has them. */
const mostDecimals = 30;

/**
 * About what a number looks like in a cell, never shorter: enough to tell how wide the cell has to be.
 * @param value as the file writes it
 * @param code see `formatCode`
 */
export function shownNumber(value: string, code: string): string {
  return shown(value, code, datePart);
}

/** The same, never longer: enough to tell that the cell is too narrow. */
export function leastShownNumber(value: string, code: string): string {
  const hasConditions = /\[[<>=]/.test(code); // which of its sections counts is not looked at
  if (code === "") return roundedNumber(value);
  return hasConditions ? "" : shown(value, code, shortDatePart);
}

/** The shortest that LibreOffice makes of a number without a format before it prints "###". */
function roundedNumber(value: string): string {
  const whole = String(Math.trunc(Number(value)));
  return whole.length > scientific.length ? scientific : whole;
}
const scientific = "1E+00";

function shown(value: string, code: string, partOfDate: (letters: string) => string): string {
  const number = Number(value);
  if (code === "" || !Number.isFinite(number)) return Number.isInteger(number) ? value : value.slice(0, 10);
  const sections = code.split(";");
  const section = (number < 0 ? sections[1] : undefined) ?? sections[0] ?? "";
  if (section === "") return ""; // numbers that are there and not shown
  const literal = section
    .replaceAll(/\[(?:\$([^\]-]*)[^\]]*|([hms]+))\]/gi, "$1$2")
    .replaceAll(/\[[^\]]*\]|[_*]./g, "")
    .replaceAll(/"([^"]*)"|\\(.)/g, (_, quoted = "", escaped = "") => "x".repeat((quoted + escaped).length))
    .replaceAll(/general/gi, "0")
    .replaceAll(/am\/pm|\bam\b/gi, "XX");
  if (/[dmyhs]/i.test(literal)) return literal.replaceAll(/m+|d+|y+|h+|s+/gi, partOfDate);
  if (/e[+-]/i.test(literal)) return literal;
  const decimals = Math.min(mostDecimals, /\.([0#?]+)/.exec(literal)?.[1]?.length ?? 0);
  const thousands = /[0#?](,+)(?![0#?,])/.exec(literal)?.[1]?.length ?? 0; // each comma behind the digits leaves out three
  const scaled = (literal.includes("%") ? number * 100 : number) / 1000 ** thousands;
  const amount = Math.abs(scaled).toLocaleString("en-GB", {
    useGrouping: /[#0],[#0]/.test(literal),
    ...{ minimumFractionDigits: decimals, maximumFractionDigits: decimals },
  });
  const minus = number < 0 && sections.length < 2 ? "-" : "";
  return minus + literal.replaceAll(/[#0?.,]/g, "") + amount;
}
