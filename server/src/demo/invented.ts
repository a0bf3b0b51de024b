import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { CustomerInput } from "@sheaf/contracts/customers.ts";

export type DemoCustomer = CustomerInput;

export interface DemoJob {
  customerName: string;
  paths: string[];
  /** How it goes out: to the demonstration's own inboxes, and nowhere else. */
  choices: { sendEmail?: boolean; separatePdfs?: boolean; separateEmails?: boolean; copyToCustomer?: boolean };
}

/**
 * Nobody real: the addresses end in a name that is kept free for examples (RFC 2606), but for the accounting inboxes, which
 * are recognised by theirs. Emails to all of them stay on this machine, whatever is configured. What becomes of one depends on a word
 * in its address: see providers/mail-outcomes.ts.
 */
export const demoCustomers: DemoCustomer[] = [
  aCustomer(
    "Bright Bakery",
    "orders@bright-bakery.example",
    "Bright Bakery Ltd",
    "BB-014",
    "bright-bakery-demo@dext.cc",
  ),
  aCustomer(
    "Harbour Cycles",
    "shop@harbour-cycles.example",
    "Harbour Cycles Ltd",
    "HC-002",
    "harbour-cycles-bounces@dext.cc",
  ),
  aCustomer(
    "Moss & Fern Gardens",
    "hello@mossfern.example",
    "Moss & Fern LLP",
    "MF-031",
    "moss-and-fern-slow@app.hubdoc.com",
  ),
  aCustomer("Dr Amara Osei", "amara@osei-dental.example", "Osei Dental Practice", "AO-007", null),
  aCustomer("Tom Hartley", "tom.unconfirmed@hartley-joinery.example", null, null, null),
];

function aCustomer(
  name: string,
  email: string,
  company: string | null,
  reference: string | null,
  outputEmail: string | null,
): DemoCustomer {
  return { name, email, company, reference, outputEmail, preferredPdfs: null };
}

const files = resolve(import.meta.dirname, "../../../fixtures/files");

/** Files that the project made itself; a file that is not there is left out. */
export function demoJobs(): DemoJob[] {
  return [
    aJob("Bright Bakery", ["invoice.docx", "ledger.xlsx", "receipt-photo.jpg", "statement.pdf"], {
      ...{ sendEmail: true, separatePdfs: true, copyToCustomer: true },
    }),
    aJob("Harbour Cycles", ["bank.csv", "till.bmp"], { sendEmail: true }),
    aJob("Moss & Fern Gardens", ["letter.doc", "slides.pptx"], { sendEmail: true, separateEmails: true }),
    aJob("Dr Amara Osei", ["scan.png", "damaged.pdf"], { sendEmail: true }),
    aJob("Tom Hartley", ["minutes.odt", "terms.rtf", "notes.txt"], { sendEmail: true }),
  ].filter(({ paths }) => paths.length > 0);
}

function aJob(customerName: string, names: string[], choices: DemoJob["choices"] = {}): DemoJob {
  const paths = names.map((name) => resolve(files, name)).filter((path) => existsSync(path));
  return { customerName, paths, choices };
}
