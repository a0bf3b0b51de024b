import type { Destination, InboxPreference } from "./destinations.ts";

/** How a customer's files are sent: one merged PDF, one email with a PDF for each file, or an email for each file. */
export const preferredPdfs = ["merged", "separate", "separate-emails"] as const;
export type PreferredPdfs = (typeof preferredPdfs)[number];

const preferenceByInbox: Record<InboxPreference, PreferredPdfs> = {
  "merged-pdf": "merged",
  "separate-pdfs": "separate",
  "separate-emails": "separate-emails",
};

/** Returns the preference of an inbox. */
export const preferenceOf = (inbox: Destination): PreferredPdfs => preferenceByInbox[inbox.prefers.value];
