import { daysOf, isWeekend, shortDate } from "../dates.ts";
import type { Random } from "../random.ts";

const payees = [
  ["HOPGROVE FUELS MARLBRIDGE", "Motor", 4200, 9100],
  ["CANAL WHARF COFFEE", "Subsistence", 640, 2850],
  ["PENCRAFT OFFICE ONLINE", "Office", 1180, 8900],
  ["TIMBERLY TOOLS & FIXINGS", "Repairs", 950, 12600],
  ["BRIGHTWIRE HOSTING", "Software", 1200, 2400],
  ["MARLBRIDGE STN PARKING", "Travel", 450, 1450],
  ["SALTMARSH FOODS, TIVERHAM", "Stock", 3900, 21800],
  ["INKWELL ROW PRESS", "Printing", 3450, 9800],
] as const;

const amount = (pence: number) => (pence / 100).toFixed(2);

/** Makes a month of company card transactions as CSV, as a card provider exports them. */
export function cardCsv(random: Random, month: Date): Uint8Array {
  const holder = random.pick(["4417", "9082", "3356"]);
  const rows = daysOf(month)
    .filter((day) => !isWeekend(day))
    .flatMap((day) => (random.isOneIn(4) ? [] : [{ day, payee: random.pick(payees) }]))
    .map(({ day, payee: [words, category, low, high] }) => ({ day, words, category, pence: random.whole(low, high) }));
  const withBalance = random.isOneIn(2);
  let balance = 0;
  const lines = rows.map(({ day, words, category, pence }) => {
    balance += pence;
    const fields = withBalance
      ? [shortDate(day), words, amount(pence), amount(balance)]
      : [shortDate(day), `**** ${holder}`, words, category, amount(-pence)];
    return fields.map(quoted).join(",");
  });
  const heading = withBalance ? "Date,Description,Amount,Balance owed" : "Date,Card,Merchant,Category,Amount";
  return new TextEncoder().encode(`${[heading, ...lines].join("\r\n")}\r\n`);
}

const quoted = (field: string) => (field.includes(",") ? `"${field}"` : field);
