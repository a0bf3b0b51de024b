import { type Chance, chanceFrom } from "../chance.ts";
import { addDays, daysOf, isWeekend, monthEnd, monthName, monthStart, workingDay } from "../dates.ts";
import { sum } from "../money.ts";
import { inventPerson } from "./people.ts";
import { inventAccountNumber, inventSortCode, placeOf } from "./places.ts";
import { inventSupplier, tradeNames } from "./suppliers.ts";

export interface BankLine {
  date: Date;
  /** As banks shorten it: DD, FPI, FPO, DEB, BGC. */
  type: string;
  words: string;
  /** More than nothing when money came in. */
  pence: number;
  /** After this line. */
  balancePence: number;
}

export type Statement = ReturnType<typeof inventStatement>;

const cardShops = ["HOPGROVE FUELS", "MARLBRIDGE PARKING", "PENCRAFT OFFICE", "TIMBERLY TOOLS", "CANAL WHARF CAFE"];

/** One month of a business's current account, oldest first; each balance follows from the one before. */
export function inventStatement(chance: Chance, holder: string, month: Date) {
  const from = monthStart(month);
  const account = chanceFrom(`account of ${holder}`);
  const day = (number: number) => workingDay(addDays(from, number - 1));
  const money: Omit<BankLine, "balancePence">[] = [
    { date: day(1), type: "DD", words: "STOWAWAY ESTATES RENT", pence: -100 * chance.whole(950, 1850) },
    { date: day(3), type: "DD", words: "OLDSTOW WATER", pence: -chance.whole(3_800, 7_400) },
    { date: day(6), type: "DD", words: "PENLARK ENERGY", pence: -chance.whole(18_500, 41_000) },
    { date: day(12), type: "DD", words: "BRIGHTWIRE BROADBAND", pence: -chance.whole(3_200, 5_400) },
    { date: day(15), type: "DD", words: "KESTREL VAN LEASING", pence: -chance.whole(24_500, 32_900) },
    { date: day(20), type: "DD", words: "BUSINESS RATES", pence: -100 * chance.whole(180, 340) },
    ...[24, 25].map((number) => ({
      date: day(number),
      type: "FPO",
      words: `${inventPerson(chance).toUpperCase()} WAGES`,
      pence: -chance.whole(142_000, 218_000),
    })),
    ...chance.some(tradeNames, 4).map((trade) => ({
      date: day(chance.whole(2, 26)),
      type: "FPO",
      words: `${inventSupplier(chance, trade).name.replace(/ Ltd$/, "").toUpperCase()} INV ${chance.whole(10_204, 48_960)}`,
      pence: -chance.whole(9_000, 86_000),
    })),
    ...Array.from({ length: chance.whole(5, 8) }, () => ({
      date: day(chance.whole(1, 26)),
      type: "DEB",
      words: `${chance.pick(cardShops)} CD 4417`,
      pence: -chance.whole(420, 9_800),
    })),
    ...takings(chance, from),
  ];
  const inOrder = money
    .filter(({ date }) => date <= monthEnd(from))
    .sort((a, b) => a.date.getTime() - b.date.getTime());
  const openingPence = chance.whole(620_000, 1_480_000);
  let balancePence = openingPence;
  const lines = inOrder.map((line): BankLine => {
    balancePence += line.pence;
    return { ...line, balancePence };
  });
  return {
    holder: { name: holder, ...placeOf(holder) },
    sortCode: inventSortCode(account),
    accountNumber: inventAccountNumber(account),
    sheet: chance.whole(31, 118),
    from,
    to: monthEnd(from),
    openingPence,
    lines,
    inPence: sum(lines.map(({ pence }) => Math.max(pence, 0))),
    outPence: sum(lines.map(({ pence }) => Math.max(-pence, 0))),
    closingPence: balancePence,
  };
}

/** Card takings every few days, a deposit of cash, and customers who pay invoices. */
function takings(chance: Chance, from: Date): Omit<BankLine, "balancePence">[] {
  const cards = daysOf(from)
    .filter((date) => !isWeekend(date) && date.getUTCDay() % 2 === 1)
    .map((date) => ({ date, type: "BGC", words: "TILLPOINT SETTLEMENT", pence: chance.whole(38_000, 96_000) }));
  const paid = Array.from({ length: 2 }, () => ({
    date: workingDay(addDays(from, chance.whole(2, 25))),
    type: "FPI",
    words: `${inventPerson(chance).toUpperCase()} ${monthName(from).slice(0, 3).toUpperCase()} ORDER`,
    pence: chance.whole(12_000, 74_000),
  }));
  const cash = {
    date: workingDay(addDays(from, 17)),
    type: "CR",
    words: "CASH PAID IN",
    pence: 1000 * chance.whole(18, 64),
  };
  return [...cards, ...paid, cash];
}
