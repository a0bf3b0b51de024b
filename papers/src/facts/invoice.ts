import { addDays } from "../dates.ts";
import { sum, vatOnNet } from "../money.ts";
import type { Random } from "../random.ts";
import { addressOf } from "./places.ts";
import type { Supplier } from "./suppliers.ts";

export type Invoice = ReturnType<typeof inventInvoice>;

/** Invents a supplier's invoice to a business. The tax is computed once, on the sum of the taxed lines. */
export function inventInvoice(random: Random, supplier: Supplier, customer: string, date: Date) {
  const lines = random.some(supplier.wares, random.whole(3, supplier.wares.length)).map((ware) => {
    const quantity = random.whole(1, ware.most);
    const unitPence = random.whole(ware.low, ware.high);
    const { words, unit, rate } = ware;
    return { words, unit, quantity, unitPence, netPence: quantity * unitPence, rate };
  });
  const netPence = sum(lines.map((line) => line.netPence));
  const vatPence = vatOnNet(sum(lines.map((line) => (line.rate === 20 ? line.netPence : 0))), 20);
  const prefix = random.pick(["INV-", "SI", "", "N"]);
  return {
    supplier,
    customer: { name: customer, ...addressOf(customer) },
    number: `${prefix}${random.whole(10_204, 48_960)}`,
    order: `PO ${random.whole(310, 980)}`,
    date,
    due: addDays(date, random.pick([14, 30])),
    lines,
    netPence,
    vatPence,
    totalPence: netPence + vatPence,
  };
}
