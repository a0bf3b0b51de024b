const dayMs = 86_400_000;
/** Day 0 of serial dates. Only the printed width matters here, so the 1904 system needs no case of its own. */
const firstDay = Date.UTC(1899, 11, 30);

/**
 * @param attributes of a cell
 * @param text its value: a number, or a date in ISO 8601 (ECMA-376-1, 18.18.11)
 * @returns the number, a date as days; undefined where the cell holds a text
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
