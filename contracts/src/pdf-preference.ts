import type { Destination, InboxPreference } from "./destinations.ts";

/** How a customer's PDFs go: one for all files, one for each file in one email, or an email for each. */
export const preferredPdfs = ["merged", "separate", "separate-emails"] as const;
export type PreferredPdfs = (typeof preferredPdfs)[number];

const wanted: Record<InboxPreference, PreferredPdfs> = {
  "merged-pdf": "merged",
  "separate-pdfs": "separate",
  "separate-emails": "separate-emails",
};

/** How an inbox wants them. */
export const preferenceOf = (inbox: Destination): PreferredPdfs => wanted[inbox.prefers.value];
