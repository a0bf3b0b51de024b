import { daysOf, isWeekend, monthAndYear } from "../dates.ts";
import { inventPerson } from "../facts/people.ts";
import { sum, vatInGross } from "../money.ts";
import type { Random } from "../random.ts";
import { type Cell, type Look, type Table, xlsxOf } from "./xlsx.ts";

export const workbookKinds = ["mileage", "expenses", "takings"] as const;
export type WorkbookKind = (typeof workbookKinds)[number];

const names: Record<WorkbookKind, { fileName: string; about: string }> = {
  mileage: { fileName: "Mileage log", about: "A workbook with the business miles of a month" },
  expenses: { fileName: "Expenses claim", about: "A workbook with what a member of staff has spent" },
  takings: { fileName: "Daily takings", about: "A workbook with the takings of each day" },
};

/** Makes a workbook of one month, with formulas and their stored results. */
export async function drawWorkbook(random: Random, kind: WorkbookKind, business: string, month: Date) {
  const table = workbookTable(random, kind, business, month);
  const font = random.pick(["Calibri", "Arial"]);
  const colour = random.pick(["1F4E79", "2F5D50", "5B3A6E", "7F4F24", "374151"]);
  return { bytes: await xlsxOf([table], font, colour), ...names[kind] };
}

/** Invents the table of a workbook. The stored result of every formula is correct. */
export const workbookTable = (random: Random, kind: WorkbookKind, business: string, month: Date): Table =>
  ({ mileage, expenses, takings })[kind](random, business, month);

/**
 * Returns the first rows of a table.
 * @param amounts headings of columns of numbers
 */
const head = (title: string, under: string, words: string[], amounts: string[]): (Cell | undefined)[][] => [
  [{ value: title, look: "title" }],
  [{ value: under, look: "note" }],
  [
    ...words.map((value): Cell => ({ value, look: "heading" })),
    ...amounts.map((value): Cell => ({ value, look: "headingRight" })),
  ],
];

/** Number of the first row after the three heading rows. */
const firstRow = 4;

/**
 * Returns the last row, with a total below each named column.
 * @param count number of rows above it
 */
function totalRow(words: string[], count: number, totals: [column: string, value: number, look: Look][]): Cell[] {
  const last = firstRow + count - 1;
  return [
    ...words.map((value): Cell => ({ value, look: "totalWords" })),
    ...totals.map(
      ([column, value, look]): Cell => ({ value, look, formula: `SUM(${column}${firstRow}:${column}${last})` }),
    ),
  ];
}

/** The tax-free mileage allowance for employees. */
const pencePerMile = 45;

const trips = [
  ["Tiverham", "Delivery to customer", 14, 22],
  ["Wexcliffe market", "Market stall", 27, 31],
  ["Marlbridge", "Bank and post", 4, 7],
  ["Kelderby Mill", "Collect supplies", 38, 44],
  ["Oldstow", "Site visit", 18, 25],
  ["Brackenford", "Meeting with accountant", 11, 13],
] as const;

function mileage(random: Random, business: string, month: Date): Table {
  const days = daysOf(month).filter((day) => !isWeekend(day) && !random.isOneIn(3));
  const rows = days.map((day) => {
    const [to, why, low, high] = random.pick(trips);
    return { day, to, why, miles: 2 * random.whole(low, high) };
  });
  const miles = sum(rows.map((row) => row.miles));
  return {
    name: monthAndYear(month),
    widths: [13, 22, 28, 10, 13],
    frozen: 3,
    rows: [
      ...head(
        `Mileage log, ${monthAndYear(month)}`,
        `${business}   ${inventPerson(random)}`,
        ["Date", "To", "Purpose"],
        ["Miles", "At 45p"],
      ),
      ...rows.map((row, index): Cell[] => [
        { value: row.day },
        { value: row.to },
        { value: row.why },
        { value: row.miles, look: "number" },
        { value: (row.miles * pencePerMile) / 100, look: "money", formula: `D${firstRow + index}*0.45` },
      ]),
      totalRow(["Total", "", ""], rows.length, [
        ["D", miles, "totalNumber"],
        ["E", (miles * pencePerMile) / 100, "totalMoney"],
      ]),
    ],
  };
}

const spending = [
  ["Canal Wharf Coffee", "Lunch with supplier", 1450, 4200],
  ["Hopgrove Fuels", "Diesel", 4800, 8900],
  ["Pencraft Office", "Stationery", 900, 4600],
  ["Timberly Tools", "Shelf brackets", 1200, 3800],
  ["Marlbridge Station Parking", "Parking", 480, 1250],
  ["Folio & Quill", "Printer ink", 2900, 6400],
] as const;

function expenses(random: Random, business: string, month: Date): Table {
  const rows = daysOf(month)
    .filter((day) => !isWeekend(day) && random.isOneIn(2))
    .map((day) => {
      const [shop, what, low, high] = random.pick(spending);
      const grossPence = random.whole(low, high);
      return { day, shop, what, grossPence, vatPence: vatInGross(grossPence, 20) };
    });
  const gross = sum(rows.map((row) => row.grossPence));
  const vat = sum(rows.map((row) => row.vatPence));
  return {
    name: "Claim",
    widths: [13, 28, 24, 12, 12, 12],
    frozen: 3,
    rows: [
      ...head(
        `Expenses claim, ${monthAndYear(month)}`,
        `${business}   ${inventPerson(random)}`,
        ["Date", "Paid to", "What for"],
        ["Gross", "VAT", "Net"],
      ),
      ...rows.map((row, index): Cell[] => [
        { value: row.day },
        { value: row.shop },
        { value: row.what },
        { value: row.grossPence / 100, look: "money" },
        { value: row.vatPence / 100, look: "money", formula: `ROUND(D${firstRow + index}/6,2)` },
        {
          value: (row.grossPence - row.vatPence) / 100,
          look: "money",
          formula: `D${firstRow + index}-E${firstRow + index}`,
        },
      ]),
      totalRow(["Total", "", ""], rows.length, [
        ["D", gross / 100, "totalMoney"],
        ["E", vat / 100, "totalMoney"],
        ["F", (gross - vat) / 100, "totalMoney"],
      ]),
    ],
  };
}

function takings(random: Random, business: string, month: Date): Table {
  const rows = daysOf(month)
    .filter((day) => day.getUTCDay() !== 0)
    .map((day) => ({ day, cash: random.whole(8_000, 29_000), card: random.whole(24_000, 92_000) }));
  const cash = sum(rows.map((row) => row.cash));
  const card = sum(rows.map((row) => row.card));
  return {
    name: "Takings",
    widths: [14, 16, 16, 16],
    frozen: 3,
    rows: [
      ...head(`Daily takings, ${monthAndYear(month)}`, business, ["Date"], ["Cash", "Cards", "Together"]),
      ...rows.map((row, index): Cell[] => [
        { value: row.day },
        { value: row.cash / 100, look: "money" },
        { value: row.card / 100, look: "money" },
        { value: (row.cash + row.card) / 100, look: "money", formula: `B${firstRow + index}+C${firstRow + index}` },
      ]),
      totalRow(["Total"], rows.length, [
        ["B", cash / 100, "totalMoney"],
        ["C", card / 100, "totalMoney"],
        ["D", (cash + card) / 100, "totalMoney"],
      ]),
    ],
  };
}
