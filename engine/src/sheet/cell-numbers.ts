const dayMs = 86_400_000;
/** What days are counted from, as far as the width of a date is concerned. */
const firstDay = Date.UTC(1899, 11, 30);

/**
 * @param attributes of a cell @param text its value
 * @returns the number it holds, a date as days, written as a number or in ISO 8601 (ECMA-376-1, 18.18.11); undefined where it holds a text
 */
export function parseNumber(attributes: string, text: string): number | undefined {
  const type = /\bt="(\w+)"/.exec(attributes)?.[1] ?? "n";
  const value = type === "d" ? parseDays(text) : type === "n" && text.trim() !== "" ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

function parseDays(iso: string): number {
  const isTime = /^T?\d\d:/.test(iso);
  const ms = Date.parse(isTime ? `1899-12-30T${iso.replace(/^T|Z$/g, "")}Z` : iso);
  return (ms - firstDay) / dayMs;
}
