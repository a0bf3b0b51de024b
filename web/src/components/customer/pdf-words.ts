import type { PreferredPdfs } from "@sheaf/contracts/pdf-preference.ts";

/** Each way for a customer's PDFs, as it is chosen. */
export const pdfWords: Record<PreferredPdfs, string> = {
  merged: "One merged PDF",
  separate: "Separate PDFs in one email",
  "separate-emails": "Separate PDFs, an email for each",
};
