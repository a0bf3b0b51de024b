import type { Warning } from "@sheaf/contracts/refusals.ts";
import {
  add,
  type Decimal,
  divide,
  isGreater,
  magnitude,
  multiply,
  parseDecimal,
  round,
  subtract,
  sum,
  zero,
} from "./decimal.ts";
import { moneyText, percentWords } from "./format.ts";
import type { Allowance, Amount, Invoice, Line, VatCategory } from "./model.ts";

/** A stated amount and what the rules of the standard give. */
interface Check {
  /** "The total with VAT" */
  name: string;
  stated: Decimal;
  computed: Decimal;
  tolerance: Decimal;
}

const cent: Decimal = { units: 1n, places: 2 };
const cents = (count: number): Decimal => multiply(cent, { units: BigInt(count), places: 0 });

const maxShown = 4;

/**
 * Recalculates an invoice by the rules of EN 16931-1 (BR-CO-10 to BR-CO-17, BR-S-08 and its siblings) and compares.
 * Amounts that are missing or no numbers are not compared. This is no validation.
 */
export function checkTotals(invoice: Invoice): Warning[] {
  const { currency } = invoice;
  const found = [...lineChecks(invoice), ...totalChecks(invoice), ...vatChecks(invoice)].filter(
    ({ stated, computed, tolerance }) => isGreater(magnitude(subtract(stated, computed)), tolerance),
  );
  const texts = found.slice(0, maxShown).map(({ name, stated, computed }) => {
    const [is, should] = [stated, round(computed, 2)].map((value) => moneyText(value, currency));
    return `${name} is stated as ${is}; its parts give ${should}.`;
  });
  const more = found.length - maxShown;
  if (more > 0) texts.push(`${more} more ${more === 1 ? "amount differs" : "amounts differ"}.`);
  return found.length === 0 ? [] : [{ code: "totals-differ", text: texts.join(" ") }];
}

const numberIn = (amount: Amount | undefined): Decimal | undefined => parseDecimal(amount?.value);

/** Returns the sum of amounts; undefined when one of them is no number. */
function sumOf(amounts: (Amount | undefined)[]): Decimal | undefined {
  const values = amounts.map(numberIn);
  return values.every((value) => value !== undefined) ? sum(values) : undefined;
}

function check(name: string, stated: Decimal | undefined, computed: Decimal | undefined, tolerance = zero): Check[] {
  return stated && computed ? [{ name, stated, computed, tolerance }] : [];
}

function totalChecks({ lines, totals, allowances, vatBreakdown }: Invoice): Check[] {
  const net = sumOf(lines.map((line) => line.net));
  const sumOfKind = (isCharge: boolean) =>
    sumOf(allowances.filter((one) => one.isCharge === isCharge).map(({ amount }) => amount));
  const stated = Object.fromEntries(Object.entries(totals).map(([key, amount]) => [key, numberIn(amount)])) as {
    [Key in keyof typeof totals]: Decimal | undefined;
  };
  const { withoutVat, withVat, due } = stated;
  const linesTotal = stated.lines ?? (lines.length > 0 ? net : undefined);
  const allowancesTotal = stated.allowances ?? sumOfKind(false);
  const chargesTotal = stated.charges ?? sumOfKind(true);
  const vat = stated.vat ?? sumOf(vatBreakdown.map(({ tax }) => tax));
  return [
    ...(lines.length > 0 ? check("The sum of lines", stated.lines, net) : []),
    ...check("The sum of allowances", stated.allowances, sumOfKind(false)),
    ...check("The sum of charges", stated.charges, sumOfKind(true)),
    ...check(
      "The total without VAT",
      withoutVat,
      linesTotal && allowancesTotal && chargesTotal && subtract(add(linesTotal, chargesTotal), allowancesTotal),
    ),
    ...(vatBreakdown.length > 0 ? check("The VAT", stated.vat, sumOf(vatBreakdown.map(({ tax }) => tax))) : []),
    ...check("The total with VAT", withVat, withoutVat && vat && add(withoutVat, vat)),
    ...check("The amount due", due, withVat && add(subtract(withVat, stated.paid ?? zero), stated.rounding ?? zero)),
  ];
}

/** Compares each VAT group with its lines, allowances and charges, and its VAT with its rate. */
function vatChecks({ lines, allowances, vatBreakdown }: Invoice): Check[] {
  const key = (vat: VatCategory | undefined) => {
    const rate = parseDecimal(vat?.rate) ?? zero;
    return `${vat?.code} ${round(rate, 6).units}`;
  };
  // Profiles without lines, and lines without a category, say nothing about the taxable amounts.
  const isComplete = lines.length > 0 && lines.every(({ vat }) => vat?.code !== undefined);
  return vatBreakdown.flatMap((group) => {
    const own = lines.filter((line) => key(line.vat) === key(group));
    const changes = allowances.filter((allowance) => key(allowance.vat) === key(group));
    const taxable = numberIn(group.taxable);
    const net = sumOf([...own.map((line) => line.net), ...changes.map(signed)]);
    const rate = parseDecimal(group.rate);
    const name = group.rate === undefined ? `category ${group.code}` : percentWords(group.rate);
    // VAT may have been rounded line by line.
    const tolerance = cents(Math.max(1, own.length + changes.length));
    return [
      ...(isComplete && own.length + changes.length > 0
        ? check(`The taxable amount at ${name}`, taxable, net, tolerance)
        : []),
      ...check(
        `The VAT at ${name}`,
        numberIn(group.tax),
        taxable && rate && divide(multiply(taxable, rate), { units: 100n, places: 0 }),
        tolerance,
      ),
    ];
  });
}

function signed({ amount, isCharge }: Allowance): Amount | undefined {
  if (isCharge || !amount) return amount;
  const { value, currency } = amount;
  return { value: value.startsWith("-") ? value.slice(1) : `-${value}`, currency };
}

/** Quantity × price / base quantity − allowances + charges (Peppol's rule R120). */
function lineChecks({ lines }: Invoice): Check[] {
  return lines.flatMap((line) =>
    check(`The amount of line ${line.id ?? "without number"}`, numberIn(line.net), ...lineAmount(line)),
  );
}

/** Returns the amount of a line, and how far it may differ: the price has been rounded to its places. */
function lineAmount({ quantity, price, allowances }: Line): [computed: Decimal | undefined, tolerance: Decimal] {
  const [count, net] = [parseDecimal(quantity?.value), numberIn(price.net)];
  const base = price.base ? parseDecimal(price.base.value) : { units: 1n, places: 0 };
  const changes = sumOf(allowances.map(signed));
  if (!count || !net || !base || base.units === 0n || !changes) return [undefined, zero];
  const times = divide(count, base);
  const halfPlace: Decimal = { units: 5n, places: net.places + 1 };
  const rounding = magnitude(multiply(times, halfPlace));
  return [add(multiply(times, net), changes), add(cents(2), rounding)];
}
