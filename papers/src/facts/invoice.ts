import type { Chance } from "../chance.ts";
import { addDays } from "../dates.ts";
import { sum, type VatRate, vatOnNet } from "../money.ts";
import { type Place, placeOf } from "./places.ts";
import type { Supplier } from "./suppliers.ts";

export interface InvoiceLine {
  words: string;
  unit: string;
  quantity: number;
  unitPence: number;
  netPence: number;
  rate: VatRate;
}

export interface Invoice {
  supplier: Supplier;
  customer: Place & { name: string };
  number: string;
  order: string;
  date: Date;
  due: Date;
  lines: InvoiceLine[];
  netPence: number;
  vatPence: number;
  totalPence: number;
}

/** What a supplier asks of a business; the tax is counted once, on all that is taxed. */
export function inventInvoice(chance: Chance, supplier: Supplier, customer: string, date: Date): Invoice {
  const lines = chance.some(supplier.wares, chance.whole(3, supplier.wares.length)).map((ware): InvoiceLine => {
    const quantity = chance.whole(1, ware.most);
    const unitPence = chance.whole(ware.low, ware.high);
    return {
      words: ware.words,
      unit: ware.unit,
      quantity,
      unitPence,
      netPence: quantity * unitPence,
      rate: ware.rate,
    };
  });
  const netPence = sum(lines.map((line) => line.netPence));
  const vatPence = vatOnNet(sum(lines.map((line) => (line.rate === 20 ? line.netPence : 0))), 20);
  const prefix = chance.pick(["INV-", "SI", "", "N"]);
  return {
    supplier,
    customer: { name: customer, ...placeOf(customer) },
    number: `${prefix}${chance.whole(10_204, 48_960)}`,
    order: `PO ${chance.whole(310, 980)}`,
    date,
    due: addDays(date, chance.pick([14, 30])),
    lines,
    netPence,
    vatPence,
    totalPence: netPence + vatPence,
  };
}
