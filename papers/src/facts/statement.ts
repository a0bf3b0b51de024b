import { addDays, daysOf, isWeekend, monthEnd, monthName, monthStart, workingDay } from "../dates.ts";
import { sum } from "../money.ts";
import { type Random, randomFrom } from "../random.ts";
import { inventPerson } from "./people.ts";
import { addressOf, inventAccountNumber, inventSortCode } from "./places.ts";
import { inventSupplier, tradeNames } from "./suppliers.ts";

export interface BankLine {
  date: Date;
  /** The bank's abbreviation: DD, FPI, FPO, DEB, BGC. */
  type: string;
  words: string;
  /** Positive for money received. */
  pence: number;
  /** Balance after this line. */
  balancePence: number;
}

export type Statement = ReturnType<typeof inventStatement>;

const cardShops = ["HOPGROVE FUELS", "MARLBRIDGE PARKING", "PENCRAFT OFFICE", "TIMBERLY TOOLS", "CANAL WHARF CAFE"];

/** Invents one month of a business's current account, oldest line first; each balance follows from the one before. */
export function inventStatement(random: Random, holder: string, month: Date) {
  const from = monthStart(month);
  const account = randomFrom(`account of ${holder}`);
  const day = (number: number) => workingDay(addDays(from, number - 1));
  const money: Omit<BankLine, "balancePence">[] = [
    { date: day(1), type: "DD", words: "STOWAWAY ESTATES RENT", pence: -100 * random.whole(950, 1850) },
    { date: day(3), type: "DD", words: "OLDSTOW WATER", pence: -random.whole(3_800, 7_400) },
    { date: day(6), type: "DD", words: "PENLARK ENERGY", pence: -random.whole(18_500, 41_000) },
    { date: day(12), type: "DD", words: "BRIGHTWIRE BROADBAND", pence: -random.whole(3_200, 5_400) },
    { date: day(15), type: "DD", words: "KESTREL VAN LEASING", pence: -random.whole(24_500, 32_900) },
    { date: day(20), type: "DD", words: "BUSINESS RATES", pence: -100 * random.whole(180, 340) },
    ...[24, 25].map((number) => ({
      date: day(number),
      type: "FPO",
      words: `${inventPerson(random).toUpperCase()} WAGES`,
      pence: -random.whole(142_000, 218_000),
    })),
    ...random.some(tradeNames, 4).map((trade) => ({
      date: day(random.whole(2, 26)),
      type: "FPO",
      words: `${inventSupplier(random, trade).name.replace(/ Ltd$/, "").toUpperCase()} INV ${random.whole(10_204, 48_960)}`,
      pence: -random.whole(9_000, 86_000),
    })),
    ...Array.from({ length: random.whole(5, 8) }, () => ({
      date: day(random.whole(1, 26)),
      type: "DEB",
      words: `${random.pick(cardShops)} CD 4417`,
      pence: -random.whole(420, 9_800),
    })),
    ...takings(random, from),
  ];
  const inOrder = money
    .filter(({ date }) => date <= monthEnd(from))
    .sort((a, b) => a.date.getTime() - b.date.getTime());
  const openingPence = random.whole(620_000, 1_480_000);
  let balancePence = openingPence;
  const lines = inOrder.map((line): BankLine => {
    balancePence += line.pence;
    return { ...line, balancePence };
  });
  return {
    holder: { name: holder, ...addressOf(holder) },
    sortCode: inventSortCode(account),
    accountNumber: inventAccountNumber(account),
    sheet: random.whole(31, 118),
    from,
    to: monthEnd(from),
    openingPence,
    lines,
    inPence: sum(lines.map(({ pence }) => Math.max(pence, 0))),
    outPence: sum(lines.map(({ pence }) => Math.max(-pence, 0))),
    closingPence: balancePence,
  };
}

/** Invents income: card takings every few days, a cash deposit, and paid invoices. */
function takings(random: Random, from: Date): Omit<BankLine, "balancePence">[] {
  const cards = daysOf(from)
    .filter((date) => !isWeekend(date) && date.getUTCDay() % 2 === 1)
    .map((date) => ({ date, type: "BGC", words: "TILLPOINT SETTLEMENT", pence: random.whole(38_000, 96_000) }));
  const paid = Array.from({ length: 2 }, () => ({
    date: workingDay(addDays(from, random.whole(2, 25))),
    type: "FPI",
    words: `${inventPerson(random).toUpperCase()} ${monthName(from).slice(0, 3).toUpperCase()} ORDER`,
    pence: random.whole(12_000, 74_000),
  }));
  const cash = {
    date: workingDay(addDays(from, 17)),
    type: "CR",
    words: "CASH PAID IN",
    pence: 1000 * random.whole(18, 64),
  };
  return [...cards, ...paid, cash];
}
