/** Value added tax in per cent: zero-rated or standard. */
export type VatRate = 0 | 20;

/** Formats pence as "1,234.56", with a minus sign for negative amounts. */
export function pounds(pence: number): string {
  const whole = Math.floor(Math.abs(pence) / 100).toString();
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${pence < 0 ? "-" : ""}${grouped}.${(Math.abs(pence) % 100).toString().padStart(2, "0")}`;
}

/** Formats pence as "£1,234.56". */
export const sterling = (pence: number) => (pence < 0 ? `-£${pounds(-pence)}` : `£${pounds(pence)}`);

export const sum = (pence: readonly number[]) => pence.reduce((total, one) => total + one, 0);

/** Returns the tax to be added to a net amount, rounded to the nearest penny. */
export const vatOnNet = (netPence: number, rate: VatRate) => Math.round((netPence * rate) / 100);

/** Returns the tax contained in a gross amount, rounded to the nearest penny. */
export const vatInGross = (grossPence: number, rate: VatRate) => Math.round((grossPence * rate) / (100 + rate));
