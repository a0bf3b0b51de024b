import type { Fact, FactKind } from "@sheaf/contracts/reading.ts";

const signs: Readonly<Record<string, string>> = { GBP: "£", EUR: "€", USD: "$" };
/** Longer names of suppliers are shortened, so that date and total stay in view. */
const longestSupplier = 60;

/**
 * Names a PDF by what was read on its first page: "2026-10-14 Screwfix £48.20". What was not read is left out.
 * @returns null without supplier and total: a date alone tells less than the name of the file
 */
export function nameByFacts(facts: readonly Fact[]): string | null {
  const first = (kind: FactKind) => facts.find((fact) => fact.kind === kind);
  const supplier = first("supplier")?.value.slice(0, longestSupplier).trim();
  const total = first("total");
  if (!supplier && !total) return null;
  return [first("date")?.value, supplier, total && priceOf(total)].filter(Boolean).join(" ");
}

/** "£1,234.56", "-£12.00", "12.00 MYR" */
function priceOf({ value, currency }: Fact): string {
  const grouped = value.replace(/\B(?=(?:\d{3})+\.)/g, ",");
  if (currency === undefined) return grouped;
  const sign = signs[currency];
  if (sign === undefined) return `${grouped} ${currency}`;
  return grouped.startsWith("-") ? `-${sign}${grouped.slice(1)}` : sign + grouped;
}
