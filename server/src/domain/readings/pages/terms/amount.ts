const pounds = /^(\d{1,3}(?:[,'’]\d{3})+|\d+)(?:\.(\d{1,2}))?$/;
/** As on the continent: "1.234,56" and "48,20". */
const euros = /^(\d{1,3}(?:\.\d{3})+|\d+),(\d{2})$/;

/**
 * Returns an amount as pages are found by it, the same however it is printed: "1234.56", or "1234" without pence.
 * @param digits digits with separators, without sign and currency
 * @returns null when they are no amount
 */
export function amountOf(digits: string): { amount: string; whole: string } | null {
  const found = pounds.exec(digits) ?? euros.exec(digits);
  if (!found) return null;
  const [, grouped = "", decimals = ""] = found;
  const whole = grouped.replace(/\D/g, "").replace(/^0+(?=\d)/, "");
  const pence = decimals.padEnd(2, "0");
  return { whole, amount: pence === "00" ? whole : `${whole}.${pence}` };
}
