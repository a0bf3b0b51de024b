/** An amount in PayPal's format. */
export interface PayPalMoney {
  currency_code: string;
  value: string;
}

/** 2400 → "24.00" */
export const pounds = (pence: number) => `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, "0")}`;

/** "24.00" → 2400; null for anything but such an amount in GBP. */
export function penceOf({ currency_code, value }: PayPalMoney): number | null {
  const match = /^(\d{1,7})(?:\.(\d{2}))?$/.exec(value);
  return currency_code === "GBP" && match ? Number(match[1]) * 100 + Number(match[2] ?? 0) : null;
}
