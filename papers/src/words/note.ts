import { addDays, dayAndMonth, monthName, monthStart } from "../dates.ts";
import { pounds } from "../money.ts";
import type { Random } from "../random.ts";

const openings = ["Hi, a few things for the books:", "Notes for you before I forget", "Hello, as promised:"];
const remarks = [
  "The receipt for the van wash is lost, £12.00 cash.",
  "The printer ink on the card was for home, please treat it as drawings.",
  "I will drop the cheque book stubs off on Friday.",
  "The deposit of the new tenant upstairs is not income, we hold it.",
  "Two of the invoices are the same one sent twice, ignore the second.",
] as const;
const spent = [
  "Window cleaner",
  "Market pitch",
  "Tips paid out to staff",
  "Stamps",
  "Milk and tea for the office",
] as const;

/** Makes a customer's note to their accountant about a month. */
export function noteText(random: Random, from: string, month: Date): Uint8Array {
  const cash = random
    .some(spent, 3)
    .map((what) => ({ what, day: addDays(monthStart(month), random.whole(0, 26)), pence: 50 * random.whole(8, 90) }))
    .sort((a, b) => a.day.getTime() - b.day.getTime());
  const lines = [
    random.pick(openings),
    "",
    `Paid in cash in ${monthName(month)}:`,
    ...cash.map(({ what, day, pence }) => `  ${dayAndMonth(day)}  ${what.padEnd(30)}${pounds(pence).padStart(8)}`),
    "",
    ...random.some(remarks, 2),
    "",
    "Thanks",
    from,
    "",
  ];
  return new TextEncoder().encode(lines.join("\r\n"));
}
