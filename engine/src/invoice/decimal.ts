/** An exact decimal number: `units` × 10^-`places`. Sums of amounts in floating point would differ by cents. */
export interface Decimal {
  units: bigint;
  places: number;
}

export const zero: Decimal = { units: 0n, places: 0 };

/** More digits than any amount has; longer numbers are shown as they stand and not calculated with. */
const maxDigits = 40;

/** Reads a number of XML Schema's type decimal; undefined for everything else. */
export function parseDecimal(text: string | undefined): Decimal | undefined {
  const [, sign = "", whole = "", fraction = ""] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text?.trim() ?? "") ?? [];
  const digits = whole + fraction;
  if (digits === "" || digits.length > maxDigits) return undefined;
  const units = BigInt(digits);
  return { units: sign === "-" ? -units : units, places: fraction.length };
}

const power = (places: number): bigint => 10n ** BigInt(places);
const unitsAt = ({ units, places }: Decimal, wanted: number): bigint => units * power(wanted - places);

export function add(one: Decimal, other: Decimal): Decimal {
  const places = Math.max(one.places, other.places);
  return { units: unitsAt(one, places) + unitsAt(other, places), places };
}

const negate = ({ units, places }: Decimal): Decimal => ({ units: -units, places });
export const subtract = (one: Decimal, other: Decimal): Decimal => add(one, negate(other));
export const sum = (values: Decimal[]): Decimal => values.reduce(add, zero);

export const multiply = (one: Decimal, other: Decimal): Decimal => ({
  units: one.units * other.units,
  places: one.places + other.places,
});

/** Divides, exact to twelve places more than the dividend has. The divisor must not be zero. */
export function divide(one: Decimal, other: Decimal): Decimal {
  const places = one.places + 12;
  return { units: (one.units * power(12 + other.places)) / other.units, places };
}

/** Rounds to a number of places, halves away from zero. */
export function round(value: Decimal, places: number): Decimal {
  if (value.places <= places) return { units: unitsAt(value, places), places };
  const divisor = power(value.places - places);
  const half = value.units < 0n ? -divisor / 2n : divisor / 2n;
  return { units: (value.units + half) / divisor, places };
}

export const magnitude = ({ units, places }: Decimal): Decimal => ({ units: units < 0n ? -units : units, places });

export function isGreater(one: Decimal, other: Decimal): boolean {
  return subtract(one, other).units > 0n;
}

/** Writes a number without grouping: "-1234.5". */
export function decimalText({ units, places }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  return `${units < 0n ? "-" : ""}${whole}${places > 0 ? `.${digits.slice(-places)}` : ""}`;
}
