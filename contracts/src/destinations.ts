import { MB } from "./limits.ts";

/** Source of a fact: the vendor's help pages, or a third party that describes the inbox. */
type Source = "vendor" | "third-party";

interface Fact<T> {
  value: T;
  source: Source;
}

/** How an inbox expects a job's PDFs: each attachment is one item, each page is one item, or each email is one item. */
export type InboxPreference = "separate-pdfs" | "merged-pdf" | "separate-emails";

/** An accounting inbox, recognised by its address, and its rules for emails. */
export interface Destination {
  /** Never changes: settings of practices name it. */
  id: string;
  /** Product name, shown on badges. */
  name: string;
  /** Domains after the @; "*." matches any subdomain. */
  domains: readonly string[];
  /** Maximum size of an attachment or of an email, depending on what the inbox limits. */
  maxBytes?: Fact<{ per: "file" | "email"; bytes: number }>;
  maxAttachments?: Fact<number>;
  /** Maximum pages of one attachment. */
  maxPages?: Fact<number>;
  /** Resolution that it asks for in scans, and the one below which it may refuse a page, in dots per inch. */
  scanDpi?: Fact<{ wanted: number; refusedBelow?: number }>;
  prefers: Fact<InboxPreference>;
  /** How the inbox files emails, in one or two sentences. */
  files: string;
  /** Additional advice for senders. */
  caution?: Fact<string>;
}

/** Date of the last check of the vendors' pages, because limits change. */
export const destinationsCheckedOn = "2026-11-20";

/** The first entry with a matching domain is used, so a specific domain must come before a general one. */
export const destinations: readonly Destination[] = [
  {
    id: "dext-multiple",
    name: "Dext multiple",
    domains: ["multiple.dext.cc"],
    maxBytes: { value: { per: "file", bytes: 6 * MB }, source: "vendor" },
    maxPages: { value: 200, source: "vendor" },
    scanDpi: { value: { wanted: 200 }, source: "vendor" },
    prefers: { value: "merged-pdf", source: "vendor" },
    files: "Dext files every page of the PDF as one item, 6 MB and 200 pages at most.",
    caution: { value: "Choose separate PDFs when a file has more than one page.", source: "vendor" },
  },
  {
    id: "dext",
    name: "Dext",
    domains: ["dext.cc", "receipt-bank.me"],
    maxBytes: { value: { per: "file", bytes: 6 * MB }, source: "vendor" },
    scanDpi: { value: { wanted: 200 }, source: "vendor" },
    prefers: { value: "separate-pdfs", source: "vendor" },
    files: "Dext files each attachment as one item, 6 MB at most.",
  },
  {
    id: "autoentry",
    name: "AutoEntry",
    domains: ["autoentry.com", "*.autoentry.com"],
    maxBytes: { value: { per: "email", bytes: 30 * MB }, source: "vendor" },
    scanDpi: { value: { wanted: 300, refusedBelow: 200 }, source: "vendor" },
    prefers: { value: "separate-pdfs", source: "vendor" },
    files:
      "AutoEntry files each attachment as one document, 30 MB an email at most. A company set to single item has page 1 of each read only.",
    caution: { value: "AutoEntry does not take bank statements by email.", source: "vendor" },
  },
  {
    id: "hubdoc",
    name: "Hubdoc",
    domains: ["app.hubdoc.com"],
    maxBytes: { value: { per: "email", bytes: 35 * MB }, source: "third-party" },
    maxAttachments: { value: 1, source: "third-party" },
    prefers: { value: "separate-emails", source: "third-party" },
    files: "Hubdoc takes one attachment in each email, 35 MB at most.",
  },
  {
    id: "xero",
    name: "Xero",
    domains: ["xerofiles.com", "bills.xero.com"],
    maxBytes: { value: { per: "email", bytes: 25 * MB }, source: "third-party" },
    maxAttachments: { value: 10, source: "third-party" },
    prefers: { value: "separate-pdfs", source: "third-party" },
    files: "Xero files each attachment as one bill, 10 in an email of 25 MB at most.",
  },
  {
    id: "quickbooks",
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
    id: "sage",
    name: "Sage",
    domains: ["*.sage.com"],
    maxBytes: { value: { per: "email", bytes: 20 * MB }, source: "vendor" },
    maxAttachments: { value: 25, source: "vendor" },
    prefers: { value: "separate-pdfs", source: "vendor" },
    files: "Sage files each attachment as one document, 25 in an email of 20 MB at most.",
  },
];

/** Returns the accounting inbox of an address; undefined for any other address. */
export function destinationOf(address: string | null | undefined): Destination | undefined {
  const domain = address
    ?.slice(address.lastIndexOf("@") + 1)
    .trim()
    .toLowerCase();
  if (!domain) return undefined;
  return destinations.find(({ domains }) => domains.some((pattern) => matches(domain, pattern)));
}

/** Limit of most inboxes; also used for a known inbox whose vendor states none. */
const usualAttachments = 100;

/** Resolution that is usual for scans of office papers; also used for an inbox whose vendor asks for none. */
const usualScanDpi = 200;

/** Returns the resolution that an address asks for in scans, in dots per inch. */
export const scanDpiOf = (address: string | null | undefined): { wanted: number; refusedBelow?: number } =>
  destinationOf(address)?.scanDpi?.value ?? { wanted: usualScanDpi };

/** Returns the maximum number of PDFs in one email to this address. */
export const attachmentsPerEmail = (address: string | null | undefined): number =>
  destinationOf(address)?.maxAttachments?.value ?? usualAttachments;

function matches(domain: string, pattern: string): boolean {
  return pattern.startsWith("*.") ? domain.endsWith(pattern.slice(1)) : domain === pattern;
}
