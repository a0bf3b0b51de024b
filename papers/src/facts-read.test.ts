import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fact } from "@sheaf/contracts/reading.ts";
import { type PageResult, readPages } from "@sheaf/engine/read/read-pages.ts";
import { expect, test } from "vitest";
import { inventInvoice } from "./facts/invoice.ts";
import { inventPayslip } from "./facts/payslip.ts";
import { inventStatement } from "./facts/statement.ts";
import { inventSupplier, tradeNames } from "./facts/suppliers.ts";
import { pounds } from "./money.ts";
import { invoiceSheet, pickInvoiceLook } from "./page/invoice-page.ts";
import { payslipSheet } from "./page/payslip-page.ts";
import { pdfOf } from "./page/pdf.ts";
import type { Sheet } from "./page/sheet.ts";
import { pickStatementLook, statementSheets } from "./page/statement-pages.ts";
import { type Random, randomFrom } from "./random.ts";

/** A drawn page and all facts that it states, apart from the amounts of its lines. */
interface KnownPage {
  sheet: Sheet;
  facts: string[];
}

const businesses = ["Pennyfold Bakehouse Ltd", "Marwood & Pell LLP", "Ellen Danso", "Quayside Joinery"];
const isoDate = (date: Date) => date.toISOString().slice(0, 10);
const plainPounds = (pence: number) => pounds(pence).replaceAll(",", "");
const addressOf = ({ name, street, town, postcode }: Record<"name" | "street" | "town" | "postcode", string>) =>
  `addressee ${[name, street, town, postcode].join(" / ")}`;
const accountOf = ({ sortCode, accountNumber }: { sortCode: string; accountNumber: string }) =>
  `bank-account ${sortCode.replaceAll("-", "")} ${accountNumber}`;

/** The VAT numbers of invented papers have wrong check digits, and their NI numbers a prefix that is not issued. */
const drawers: Record<string, (random: Random, business: string, date: Date) => KnownPage> = {
  invoice(random, business, date) {
    const supplier = inventSupplier(random, random.pick(tradeNames));
    const invoice = inventInvoice(random, supplier, business, date);
    const facts = [
      `date ${isoDate(invoice.date)}`,
      `date ${isoDate(invoice.due)}`,
      `company-number ${supplier.companyNumber}`,
      accountOf(supplier),
      `invoice-number ${invoice.number}`,
      addressOf(invoice.customer),
      `supplier ${supplier.name}`,
      `total ${plainPounds(invoice.totalPence)} GBP`,
    ];
    return { sheet: invoiceSheet(invoice, pickInvoiceLook(random)), facts };
  },
  payslip(random, business, date) {
    const slip = inventPayslip(random, business, date);
    const facts = [`date ${isoDate(slip.paidOn)}`, `supplier ${business}`, `total ${plainPounds(slip.netPence)} GBP`];
    return { sheet: payslipSheet(slip), facts };
  },
  statement(random, business, date) {
    const statement = inventStatement(random, business, date);
    const look = pickStatementLook(random);
    const [sheet] = statementSheets(statement, look);
    const facts = [
      `date ${isoDate(statement.to)}`,
      `date ${isoDate(statement.from)}`,
      accountOf(statement),
      addressOf(statement.holder),
      `supplier ${look.bank}`,
    ];
    return { sheet: sheet as Sheet, facts };
  },
};

const inWords = ({ kind, value, currency }: Fact) =>
  `${kind} ${value.replaceAll("\n", " / ")}${currency ? ` ${currency}` : ""}`;

/** Draws a PDF and reads its text as the reader of pages does. */
async function factsOf(sheets: Sheet[]): Promise<string[][]> {
  const dir = await mkdtemp(join(tmpdir(), "sheaf-facts-"));
  try {
    const [path, outPath] = [join(dir, "papers.pdf"), join(dir, "readings")];
    await writeFile(path, await pdfOf(sheets, { title: "Papers", producer: "Sheaf", date: new Date(0) }));
    await readPages({ path, outPath, first: 0, end: sheets.length, languages: [], secondMs: 0 });
    const lines = (await readFile(outPath, "utf8")).trim().split("\n");
    return lines.map((line) => (JSON.parse(line) as PageResult).reading.facts.map(inWords));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

test.each(Object.keys(drawers))("all facts of drawn papers are read, and no others: %s", async (kind) => {
  const known = Array.from({ length: 10 }, (_, seed) => {
    const random = randomFrom(`${kind} ${seed}`);
    const date = new Date(Date.UTC(2024 + random.whole(0, 3), random.whole(0, 11), random.whole(1, 28)));
    return drawers[kind]?.(random, random.pick(businesses), date) as KnownPage;
  });
  const read = await factsOf(known.map(({ sheet }) => sheet));
  expect(read.map((facts) => facts.filter((fact) => !fact.startsWith("amount ")))).toEqual(
    known.map(({ facts }) => facts),
  );
});
