import type { FactKind } from "@sheaf/contracts/reading.ts";
import { expect, test } from "vitest";
import { typedPage } from "../../testing/typed-page.ts";
import { factsOf } from "./facts.ts";

type Expected = Partial<Record<FactKind, readonly string[]>>;

interface Paper {
  name: string;
  lines: readonly string[];
  sizes?: Readonly<Record<number, number>>;
  source?: "text" | "ocr";
  facts: Expected;
}

/** Papers as they lie on an accountant's desk; names and numbers are invented. All of their facts are listed. */
const papers: readonly Paper[] = [
  {
    name: "a till receipt of a builders' merchant",
    lines: [
      "       TIMBERLY TOOLS",
      "    Trade counter Kelderby",
      "   Unit 4 Foundry Way KJ4 5NB",
      "     Tel: 01632 960 441",
      "   VAT No: 980 7806 84",
      "Sale  0441/02/118734",
      "14/10/26 07:41:12   Served by: Owen",
      "48213 WOODSCREW 5X60 200PK",
      "  2 @ 8.49              16.98",
      "55120 MDF 2440X1220X18MM",
      "  1 @ 31.22             31.22",
      "ITEMS 3",
      "SUB TOTAL              £40.17",
      "VAT @ 20.00%            £8.03",
      "TOTAL                  £48.20",
      "VISA DEBIT             £48.20",
      "************4417  AUTH 004412",
      "Goods can be returned within 30 days",
    ],
    facts: {
      date: ["2026-10-14"],
      "vat-number": ["GB980780684"],
      supplier: ["TIMBERLY TOOLS"],
      total: ["48.20"],
      amount: ["8.49", "16.98", "31.22", "40.17", "8.03", "48.20"],
    },
  },
  {
    name: "a supermarket's receipt with savings and points",
    lines: [
      "        SALTMARSH FOODS",
      "         Saltmarsh Express",
      "     23 High Street, Oldstow",
      "     VAT NUMBER: 980780684",
      "SEMI SKIMMED MILK 4PT       £1.55",
      "BREAD WHOLEMEAL             £1.40",
      "TEA BAGS 240                £5.50",
      "  Cc £4.00                 -£1.50",
      "-------------------------------",
      "SUBTOTAL                    £8.45",
      "SAVINGS                    -£1.50",
      "TOTAL                       £6.95",
      "CASH                       £10.00",
      "CHANGE DUE                  £3.05",
      "POINTS THIS VISIT               6",
      "TOTAL UP TO 11/10/26          431",
      "14/10/26 18:22   5521 004 1043 2281",
    ],
    facts: {
      date: ["2026-10-14", "2026-10-11"],
      "vat-number": ["GB980780684"],
      supplier: ["SALTMARSH FOODS"],
      total: ["6.95"],
      amount: ["1.55", "1.40", "5.50", "4.00", "-1.50", "8.45", "6.95", "10.00", "3.05"],
    },
  },
  {
    name: "a fuel receipt",
    lines: [
      "   GREYSTONE FILLING STATION",
      "      A1 Northbound, Wexcliffe",
      "      VAT REG: GB980780684",
      "DATE 04-10-2026   TIME 17:05",
      "PUMP 4   DIESEL",
      "38.42 L @ 142.9 p/L      54.90",
      "TOTAL  GBP               54.90",
      "NET                      45.75",
      "VAT 20%                   9.15",
      "MASTERCARD               54.90",
    ],
    facts: {
      date: ["2026-10-04"],
      "vat-number": ["GB980780684"],
      supplier: ["GREYSTONE FILLING STATION"],
      total: ["54.90"],
      amount: ["54.90", "45.75", "9.15"],
    },
  },
  {
    name: "an invoice with labels above their values",
    lines: [
      "Nettlefield IT Support Ltd",
      "8 Weavers Yard, Tiverham TX2 4BD  |  www.nettlefield-it-support.example",
      "",
      "INVOICE",
      "",
      "Bill to:                    Ship to:",
      "Quayside Joinery            Quayside Joinery",
      "133 High Street             Workshop 2, Canal Wharf",
      "Oldstow                     Oldstow",
      "OZ5 6NB                     OZ5 7NB",
      "",
      "Invoice No     Invoice Date      Due Date         Terms",
      "NIT-20417      1 October 2026    31 October 2026  30 days",
      "",
      "Description                       Qty      Rate     Amount",
      "Monthly support, October            6     18.50     111.00",
      "Laptop 14 in                        1    689.00     689.00",
      "                                          Subtotal   £800.00",
      "                                          VAT (20%)  £160.00",
      "                                          Total      £960.00",
      "                                          Paid         £0.00",
      "                                          Balance due £960.00",
      "",
      "Bank: Ternhall  Sort code: 20-11-22  Account: 41234567  IBAN: GB82 WEST 1234 5698 7654 32",
      "Registered in England and Wales. Company number 98123456. VAT number GB 980 7806 84.",
    ],
    sizes: { 0: 14 },
    facts: {
      date: ["2026-10-01", "2026-10-31"],
      "vat-number": ["GB980780684"],
      "company-number": ["98123456"],
      "bank-account": ["201122 41234567"],
      iban: ["GB82WEST12345698765432"],
      "invoice-number": ["NIT-20417"],
      supplier: ["Nettlefield IT Support Ltd"],
      addressee: ["Quayside Joinery\n133 High Street\nOldstow\nOZ5 6NB"],
      total: ["960.00"],
      amount: ["18.50", "111.00", "689.00", "800.00", "160.00", "960.00", "0.00"],
    },
  },
  {
    name: "a credit note",
    lines: [
      "Copperhill Contractors Limited",
      "",
      "CREDIT NOTE",
      "Credit note no: CN-0042                   Date: 20.10.2026",
      "Original invoice: 14553",
      "Returned: Double socket x 2               £23.60 CR",
      "VAT                                        £4.72 CR",
      "Total                                     £28.32 CR",
    ],
    facts: {
      date: ["2026-10-20"],
      "invoice-number": ["CN-0042"],
      supplier: ["Copperhill Contractors Limited"],
      total: ["-28.32"],
      amount: ["-23.60", "-4.72", "-28.32"],
    },
  },
  {
    name: "a bill of a utility with an earlier balance",
    lines: [
      "Penlark Energy plc",
      "",
      "Your electricity bill",
      "Bill date: 3rd October 2026",
      "Billing period: 1 September 2026 - 30 September 2026",
      "Account number: 8500 1234 5678",
      "Previous balance                         £212.40",
      "Payment received 12 Sep 2026 - thank you £212.40 CR",
      "Charges for this period                  £184.11",
      "VAT at 5%                                  £9.21",
      "Amount due                               £193.32",
      "We will collect this by Direct Debit on or around 17 Oct 2026.",
    ],
    facts: {
      date: ["2026-10-03", "2026-09-01", "2026-09-30", "2026-09-12", "2026-10-17"],
      supplier: ["Penlark Energy plc"],
      total: ["193.32"],
      amount: ["212.40", "-212.40", "184.11", "9.21", "193.32"],
    },
  },
  {
    name: "a letter of HM Revenue & Customs",
    lines: [
      "HM Revenue & Customs",
      "",
      "Ms E Danso                                Date 9 October 2026",
      "133 High Street                           Our reference 11234 56789 K",
      "Oldstow",
      "OZ5 6NB",
      "",
      "Your Unique Taxpayer Reference: 11234 56789",
      "National Insurance number: AB 12 34 56 C",
      "",
      "Dear Ms Danso",
      "You owe £412.00 for the year ended 5 April 2026. Please pay by 31 January 2027.",
    ],
    facts: {
      date: ["2026-10-09", "2026-04-05", "2027-01-31"],
      utr: ["1123456789"],
      "ni-number": ["AB123456C"],
      addressee: ["Ms E Danso\n133 High Street\nOldstow\nOZ5 6NB"],
      amount: ["412.00"],
    },
  },
  {
    name: "a statement of account of a supplier",
    lines: [
      "Inkwell Row Press Ltd",
      "",
      "STATEMENT OF ACCOUNT          Statement date 31/10/2026",
      "Date          Reference       Debit      Credit     Balance",
      "02/10/2026    INV 10233      120.00                  120.00",
      "09/10/2026    INV 10251       60.00                  180.00",
      "16/10/2026    PAYMENT                     120.00      60.00",
      "Balance due                                          £60.00",
    ],
    facts: {
      date: ["2026-10-31", "2026-10-02", "2026-10-09", "2026-10-16"],
      supplier: ["Inkwell Row Press Ltd"],
      total: ["60.00"],
      amount: ["120.00", "60.00", "180.00"],
    },
  },
  {
    name: "an online order in another currency",
    lines: [
      "Brightwire Cloud Inc.",
      "Invoice number: BW-2026-000177",
      "Date of issue: October 2, 2026",
      "Date due: October 2, 2026",
      "Bill to: Quayside Joinery",
      "$24.00 USD due October 2, 2026",
      "Description        Qty      Unit price      Amount",
      "Seat, monthly        2          $12.00      $24.00",
      "Subtotal                                    $24.00",
      "Total                                       $24.00",
      "Amount due                              $24.00 USD",
    ],
    facts: {
      date: ["2026-10-02"],
      "invoice-number": ["BW-2026-000177"],
      supplier: ["Brightwire Cloud Inc."],
      total: ["24.00"],
      amount: ["24.00", "12.00"],
    },
  },
  {
    name: "a minicab receipt written by hand, with little on it",
    lines: ["Kelderby Cars", "Date 14/10/26", "From Station to Mill Lane", "£12.50", "Received with thanks"],
    facts: { date: ["2026-10-14"], amount: ["12.50"] },
  },
  {
    name: "minutes of a meeting",
    lines: [
      "Quayside Joinery Limited",
      "Minutes of the meeting of directors on 14 October 2026 at 10.30",
      "Present: Ellen Danso, Callum Pell. Section 3.25 of the articles was read.",
      "The company resolved to pay a dividend of £2,500 on 30 October 2026.",
      "Total shares issued 100, voting 3 to 0.",
    ],
    facts: {
      date: ["2026-10-14", "2026-10-30"],
      supplier: ["Quayside Joinery Limited"],
      amount: ["2500.00"],
    },
  },
  {
    name: "a parking ticket",
    lines: [
      "Marlbridge Council",
      "PAY AND DISPLAY",
      "EXPIRES 14:45",
      "14 OCT 2026",
      "Fee paid: £3.20",
      "Machine 0231   Ticket 004512",
    ],
    facts: { date: ["2026-10-14"], supplier: ["Marlbridge Council"], amount: ["3.20"] },
  },
  {
    name: "a delivery note without prices",
    lines: [
      "Foldwell Packaging Ltd",
      "DELIVERY NOTE 55213",
      "Deliver to: Pennyfold Bakehouse Ltd",
      "Date 14/10/2026   Your order PO 4412",
      "Kraft bags 250 x 320 mm   12.00 packs",
      "Cake boxes 10 in          6.00 packs",
    ],
    facts: { date: ["2026-10-14"], supplier: ["Foldwell Packaging Ltd"] },
  },
];

test.each(papers.map((paper) => [paper.name, paper] as const))("all facts of %s, and no others", (_, paper) => {
  const found: Record<string, string[]> = {};
  for (const { kind, value } of factsOf(typedPage({ ...paper, language: "en" }))) {
    const values = found[kind] ?? [];
    found[kind] = values.includes(value) ? values : [...values, value];
  }
  expect(found).toEqual(paper.facts);
});
