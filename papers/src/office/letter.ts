import { addDays, longDate, monthStart } from "../dates.ts";
import { inventPerson } from "../facts/people.ts";
import { addressOf, inventCompanyNumber, inventPhone, inventPlace, webNameOf } from "../facts/places.ts";
import { sterling, sum, vatOnNet } from "../money.ts";
import type { Random } from "../random.ts";
import { type Block, docxOf } from "./docx.ts";

export type LetterKind = keyof typeof kinds;

interface Content {
  subject: string;
  paragraphs: string[];
  rows: string[][];
  closing: string;
}

interface Kind {
  senders: readonly string[];
  role: string;
  /** The file's name without extension. */
  fileName: string;
  about: string;
  write(random: Random, date: Date): Content;
}

const kinds = {
  rent: {
    senders: ["Stowaway Estates LLP", "Ravelin Property Management Ltd"],
    role: "Property manager",
    fileName: "Rent review letter",
    about: "A letter from the landlord's agent about the rent",
    write(random, date) {
      const quarterPence = 100 * random.whole(2850, 5400);
      const servicePence = 100 * random.whole(240, 690);
      const netPence = sum([quarterPence, servicePence]);
      const vatPence = vatOnNet(netPence, 20);
      const from = monthStart(date, 2);
      return {
        subject: `Rent review with effect from ${longDate(from)}`,
        paragraphs: [
          `Further to our letter of ${longDate(addDays(date, -21))}, we confirm that the rent review under clause 4.2 of your lease has been settled as set out below. The landlord has opted to tax, so VAT is charged on both rent and service charge.`,
        ],
        rows: [
          ["For each quarter", "£"],
          ["Rent", sterling(quarterPence)],
          ["Service charge on account", sterling(servicePence)],
          ["VAT at 20%", sterling(vatPence)],
          ["Payable quarterly in advance", sterling(netPence + vatPence)],
        ],
        closing:
          "Please change your standing order before the next quarter day. A memorandum for your copy of the lease is enclosed; kindly sign and return the duplicate.",
      };
    },
  },
  lease: {
    senders: ["Kestrel Van Leasing Ltd", "Hallmoor Asset Finance Ltd"],
    role: "Customer accounts",
    fileName: "Hire agreement",
    about: "A letter that confirms the hire of a van",
    write(random, date) {
      const monthPence = 100 * random.whole(219, 348);
      const vatPence = vatOnNet(monthPence, 20);
      const months = random.pick([24, 36, 48]);
      const number = `K${random.digits(6)}`;
      return {
        subject: `Vehicle hire agreement ${number}`,
        paragraphs: [
          `Thank you for choosing us. Your agreement began on ${longDate(date)} and runs for ${months} months. The payments below are collected by direct debit on the 15th of each month.`,
        ],
        rows: [
          ["Payment schedule", "£"],
          ["Initial rental, three months", sterling(3 * monthPence)],
          [`${months - 1} monthly rentals of`, sterling(monthPence)],
          ["VAT at 20% on each monthly rental", sterling(vatPence)],
          ["Collected each month", sterling(monthPence + vatPence)],
        ],
        closing:
          "Servicing and road tax are included; fuel, insurance and damage are not. Please keep this letter with your records, since it is your VAT schedule for the term.",
      };
    },
  },
  loan: {
    senders: ["Ternhall Bank", "Northmoor Mutual"],
    role: "Business lending",
    fileName: "Loan confirmation",
    about: "A letter from the bank about a business loan",
    write(random, date) {
      const loanPence = 100_000 * random.whole(12, 40);
      const feePence = Math.round(loanPence * 0.015);
      return {
        subject: `Business loan, account ending ${random.digits(4)}`,
        paragraphs: [
          `We are pleased to confirm that your loan was paid into your current account on ${longDate(date)}. Interest is charged at ${random.whole(62, 88) / 10}% a year on the daily balance, and the loan is repaid over five years.`,
        ],
        rows: [
          ["What was paid out", "£"],
          ["Amount of the loan", sterling(loanPence)],
          ["Less arrangement fee, 1.5%", sterling(-feePence)],
          ["Paid into your account", sterling(loanPence - feePence)],
        ],
        closing:
          "A statement of capital and interest is sent each April for your year-end accounts. You may repay early without charge after the first twelve months.",
      };
    },
  },
  insurance: {
    senders: ["Cobbold & Thrale Insurance Brokers", "Anchorstone Underwriting Agency Ltd"],
    role: "Account handler",
    fileName: "Insurance renewal",
    about: "A letter from the broker about the renewal of the insurance",
    write(random, date) {
      const premiums = [random.whole(41_000, 88_000), random.whole(12_000, 29_000), random.whole(9_500, 18_000)];
      const taxPence = Math.round(sum(premiums) * 0.12);
      const names = ["Buildings and contents", "Employers' liability", "Business interruption"];
      return {
        subject: "Renewal of your business insurance",
        paragraphs: [
          `Your policy CT/${random.digits(6)} is due for renewal on ${longDate(addDays(date, 28))}. We have approached the market on your behalf, and recommend that you renew with your present insurer at the premiums below.`,
        ],
        rows: [
          ["Cover", "Premium £"],
          ...names.map((name, index) => [name, sterling(premiums[index] ?? 0)]),
          ["Insurance premium tax at 12%", sterling(taxPence)],
          ["Due on renewal", sterling(sum(premiums) + taxPence)],
        ],
        closing:
          "Please tell us of anything that has changed since last year, such as new machinery, staff or premises. No VAT is charged on insurance.",
      };
    },
  },
} as const satisfies Record<string, Kind>;

export const letterKinds = Object.keys(kinds) as LetterKind[];

/** @returns the file, its name and its description */
export async function drawLetter(random: Random, kindName: LetterKind, to: string, date: Date) {
  const kind: Kind = kinds[kindName];
  const sender = random.pick(kind.senders);
  const place = inventPlace(random);
  const customer = addressOf(to);
  const colour = random.pick(["1F4E79", "7A2331", "2F5D50", "4A3B6B", "8A4B14"]);
  const font = random.pick(["Calibri", "Arial", "Times New Roman", "Cambria"]);
  const align = random.pick(["left", "right", "center"] as const);
  const content = kind.write(random, date);
  const person = inventPerson(random);
  const small = { align, after: 0, size: 9, colour: "5B626B" };
  const close = { after: 0 };
  const blocks: Block[] = [
    { words: sender, look: { size: 20, bold: true, colour, align, after: 2 } },
    { words: `${place.street}, ${place.town} ${place.postcode}`, look: small },
    { words: `${inventPhone(random)}  |  ${webNameOf(sender)}`, look: { ...small, after: 18, ruled: colour } },
    ...[to, customer.street, customer.town].map((words) => ({ words, look: close })),
    { words: customer.postcode, look: { after: 16 } },
    { words: longDate(date) },
    { words: `Our reference: ${sender.slice(0, 2).toUpperCase()}/${random.digits(5)}`, look: { after: 14 } },
    { words: "Dear Sir or Madam" },
    { words: content.subject, look: { bold: true } },
    ...content.paragraphs.map((words) => ({ words })),
    { rows: content.rows, widths: [6200, 2600] },
    { words: content.closing },
    { words: "If anything is unclear, please telephone or write to me at the address above." },
    { words: "Yours faithfully", look: { after: 4 } },
    { words: person, look: { italic: true, size: 20, colour: "1B2F6B", after: 4 } },
    { words: person, look: { bold: true, after: 0 } },
    { words: kind.role },
  ];
  const foot = `${sender}. Registered in England no. ${inventCompanyNumber(random)}. Registered office: ${place.street}, ${place.town} ${place.postcode}.`;
  return { bytes: await docxOf({ font, size: 11, blocks, foot }), fileName: kind.fileName, about: kind.about };
}
