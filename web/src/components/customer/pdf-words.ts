import type { PreferredPdfs } from "@sheaf/contracts/pdf-preference.ts";

/** Labels of the ways to make a customer's PDFs. */
export const pdfWords: Record<PreferredPdfs, string> = {
  merged: "One merged PDF",
  separate: "Separate PDFs in one email",
  "separate-emails": "Separate PDFs, an email for each",
};
