/** "24", "£24.50", "1,200.00" → whole pence; undefined for anything that is no amount of money. */
export function penceOf(typed: string): number | undefined {
  const [, pounds, pence = ""] = /^£?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(typed.trim()) ?? [];
  if (pounds === undefined) return undefined;
  return Number(pounds.replaceAll(",", "")) * 100 + Number(pence.padEnd(2, "0"));
}
