/**
 * Converts "24", "£24.50" or "1,200.00" to whole pence; returns undefined for anything that is not an amount of money.
 */
export function penceOf(typed: string): number | undefined {
  const [, pounds, pence = ""] = /^£?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(typed.trim()) ?? [];
  if (pounds === undefined) return undefined;
  return Number(pounds.replaceAll(",", "")) * 100 + Number(pence.padEnd(2, "0"));
}
