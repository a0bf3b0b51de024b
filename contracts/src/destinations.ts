import { MB } from "./limits.ts";

/** Where a fact comes from: the vendor's own help pages, or somebody else who wrote about the inbox. */
type Source = "vendor" | "third-party";

interface Fact<T> {
  value: T;
  source: Source;
}

/** How an inbox wants a job's PDFs: each attachment one item, each page one item, or each email one item. */
export type InboxPreference = "separate-pdfs" | "merged-pdf" | "separate-emails";

/** An accounting inbox that is recognised by its address, and what it takes by email. */
export interface Destination {
  /** As the practice calls it, on badges. */
  name: string;
  /** Domains after the @; "*." stands for any part in front. */
  domains: readonly string[];
  /** The largest attachment or email, whichever the inbox limits. */
  maxBytes?: Fact<{ per: "file" | "email"; bytes: number }>;
  maxAttachments?: Fact<number>;
  /** Of one attachment. */
  maxPages?: Fact<number>;
  prefers: Fact<InboxPreference>;
  /** How it files what it gets, in a sentence or two. */
  files: string;
  /** What else to know before sending there. */
  caution?: Fact<string>;
}

/** When the vendors' pages were last looked through: limits change. */
export const destinationsCheckedOn = "2026-11-20";

/** The first one whose domain fits is meant, so the narrower stands before the wider. */
export const destinations: readonly Destination[] = [
  {
    name: "Dext multiple",
    domains: ["multiple.dext.cc"],
    maxBytes: { value: { per: "file", bytes: 6 * MB }, source: "vendor" },
    maxPages: { value: 200, source: "vendor" },
    prefers: { value: "merged-pdf", source: "vendor" },
    files: "Dext files every page of the PDF as one item, 6 MB and 200 pages at most.",
    caution: { value: "Choose separate PDFs when a file has more than one page.", source: "vendor" },
  },
  {
    name: "Dext",
    domains: ["dext.cc", "receipt-bank.me"],
    maxBytes: { value: { per: "file", bytes: 6 * MB }, source: "vendor" },
    prefers: { value: "separate-pdfs", source: "vendor" },
    files: "Dext files each attachment as one item, 6 MB at most.",
  },
  {
    name: "AutoEntry",
    domains: ["autoentry.com", "*.autoentry.com"],
    maxBytes: { value: { per: "email", bytes: 30 * MB }, source: "vendor" },
    prefers: { value: "separate-pdfs", source: "vendor" },
    files:
      "AutoEntry files each attachment as one document, 30 MB an email at most. A company set to single item has page 1 of each read only.",
    caution: { value: "AutoEntry does not take bank statements by email.", source: "vendor" },
  },
  {
    name: "Hubdoc",
    domains: ["app.hubdoc.com"],
    maxBytes: { value: { per: "email", bytes: 35 * MB }, source: "third-party" },
    maxAttachments: { value: 1, source: "third-party" },
    prefers: { value: "separate-emails", source: "third-party" },
    files: "Hubdoc takes one attachment in each email, 35 MB at most.",
  },
  {
    name: "Xero",
    domains: ["xerofiles.com", "bills.xero.com"],
    maxBytes: { value: { per: "email", bytes: 25 * MB }, source: "third-party" },
    maxAttachments: { value: 10, source: "third-party" },
    prefers: { value: "separate-pdfs", source: "third-party" },
    files: "Xero files each attachment as one bill, 10 in an email of 25 MB at most.",
  },
  {
    name: "QuickBooks",
    domains: ["qbodocs.com", "assist.intuit.com"],
    prefers: { value: "separate-pdfs", source: "third-party" },
    files: "QuickBooks files each attachment as one document.",
    caution: {
      value: "QuickBooks accepts mail only from people invited there: invite our address in that company first.",
      source: "vendor",
    },
  },
  {
    name: "Sage",
    domains: ["*.sage.com"],
    maxBytes: { value: { per: "email", bytes: 20 * MB }, source: "vendor" },
    maxAttachments: { value: 25, source: "vendor" },
    prefers: { value: "separate-pdfs", source: "vendor" },
    files: "Sage files each attachment as one document, 25 in an email of 20 MB at most.",
  },
];

/** The accounting inbox behind an address; undefined for any other address. */
export function destinationOf(address: string | null | undefined): Destination | undefined {
  const domain = address
    ?.slice(address.lastIndexOf("@") + 1)
    .trim()
    .toLowerCase();
  if (!domain) return undefined;
  return destinations.find(({ domains }) => domains.some((pattern) => fits(domain, pattern)));
}

/** What most inboxes take; a known one, too, that does not say. */
const usualAttachments = 100;

/** How many PDFs one email to this address may carry. */
export const attachmentsPerEmail = (address: string | null | undefined): number =>
  destinationOf(address)?.maxAttachments?.value ?? usualAttachments;

function fits(domain: string, pattern: string): boolean {
  return pattern.startsWith("*.") ? domain.endsWith(pattern.slice(1)) : domain === pattern;
}
