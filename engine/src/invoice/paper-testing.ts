import { type Block, heightOf, type Strip } from "../typeset/strip.ts";
import type { Measure } from "../typeset/text-lines.ts";
import type { Allowance, Invoice, Line, Party } from "./model.ts";

/** Every character is half as wide as the font size, and a bold one a little wider. */
export const measure: Measure = { widthOf: (text, size, isBold) => text.length * size * (isBold ? 0.6 : 0.5) };

export const party: Party = {
  name: undefined,
  tradingName: undefined,
  ids: [],
  legalId: undefined,
  vatId: undefined,
  taxId: undefined,
  legalInformation: undefined,
  electronicAddress: undefined,
  address: undefined,
  contact: undefined,
};

export const allowance: Allowance = {
  isCharge: false,
  amount: undefined,
  base: undefined,
  percent: undefined,
  vat: undefined,
  reason: undefined,
  reasonCode: undefined,
};

const totals: Invoice["totals"] = {
  lines: undefined,
  allowances: undefined,
  charges: undefined,
  withoutVat: undefined,
  vat: undefined,
  vatInVatCurrency: undefined,
  withVat: undefined,
  paid: undefined,
  rounding: undefined,
  due: undefined,
};

const nothing: Invoice = {
  number: undefined,
  issueDate: undefined,
  typeCode: undefined,
  isCreditNote: false,
  currency: undefined,
  vatCurrency: undefined,
  taxPointDate: undefined,
  taxPointCode: undefined,
  dueDate: undefined,
  references: {
    buyer: undefined,
    project: [],
    contract: undefined,
    order: undefined,
    salesOrder: undefined,
    receivingAdvice: undefined,
    despatchAdvice: undefined,
    tender: undefined,
    object: undefined,
    accounting: undefined,
  },
  paymentTerms: [],
  notes: [],
  process: undefined,
  specification: undefined,
  preceding: [],
  seller: undefined,
  buyer: undefined,
  payee: undefined,
  taxRepresentative: undefined,
  delivery: undefined,
  period: undefined,
  payments: [],
  remittance: [],
  mandate: undefined,
  creditorId: undefined,
  allowances: [],
  totals,
  vatBreakdown: [],
  documents: [],
  lines: [],
  others: [],
};

/** An invoice that has only these values. */
export const invoiceOf = (
  values: Partial<Omit<Invoice, "totals">> & { totals?: Partial<Invoice["totals"]> },
): Invoice => ({
  ...nothing,
  ...values,
  totals: { ...totals, ...values.totals },
});

/** A line of an invoice that has only these values. */
export const lineOf = ({
  item,
  price,
  ...values
}: Partial<Omit<Line, "item" | "price">> & {
  item?: Partial<Line["item"]>;
  price?: Partial<Line["price"]>;
}): Line => ({
  id: undefined,
  notes: [],
  object: undefined,
  quantity: undefined,
  net: undefined,
  orderLine: undefined,
  accounting: undefined,
  period: undefined,
  allowances: [],
  vat: undefined,
  ...values,
  price: { net: undefined, discount: undefined, gross: undefined, base: undefined, ...price },
  item: {
    name: undefined,
    description: undefined,
    sellerId: undefined,
    buyerId: undefined,
    standardId: undefined,
    classifications: [],
    origin: undefined,
    attributes: [],
    ...item,
  },
});

export const euros = (value: string) => ({ value, currency: undefined });

const rounded = (value: number) => Math.round(value * 100) / 100;

/** The texts of strips in their order on the page: "48, 10: words" is words that begin there; "548> " end there. */
export function placed(strips: Strip[]): string[] {
  const found: string[] = [];
  let top = 0;
  for (const { height, marks } of strips) {
    for (const mark of marks) {
      const y = rounded(top + mark.y);
      if (mark.kind === "text") {
        found.push(`${rounded(mark.x)}${mark.align === "right" ? ">" : ""}, ${y}: ${mark.text}`);
      } else found.push(`${mark.kind} ${rounded(mark.x)} to ${rounded(mark.toX)}, ${y}`);
    }
    top += height;
  }
  return found;
}

/** The texts of blocks without their places. */
export const words = (blocks: Block[]): string[] =>
  blocks
    .flatMap(({ strips }) => strips)
    .flatMap(({ marks }) => marks.flatMap((mark) => (mark.kind === "text" ? mark.text : [])));

export const heights = (blocks: Block[]): number[] => blocks.map(({ strips }) => rounded(heightOf(strips)));
