import { count } from "@sheaf/contracts/words.ts";
import type { Config } from "../../../../platform/config/config.ts";
import { renderHtmlEmail, renderTextEmail } from "../../../../platform/mail/layout.ts";
import { shortDay } from "../../../../platform/short-day.ts";
import type { Parcel } from "../destination.ts";
import { partSubject } from "./subject.ts";

/** Writes the email's body as text and HTML: which PDFs are attached, for which customer, and who answers questions. */
export function writeEmailBody(
  { row, job, pdfs, fileNames, practiceName, confirmer }: Parcel,
  config: Pick<Config, "companyName" | "timeZone">,
): { text: string; html: string } {
  const pages = pdfs.reduce((sum, pdf) => sum + pdf.pages, 0);
  const { timeZone } = config;
  const time = job.createdAt.toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  const at = `${shortDay(job.createdAt, timeZone)}, ${time}`;
  const attached = `${count(pdfs.length, "PDF is", "PDFs are")} attached, ${count(pages, "A4 page")} in all.`;
  const more = row.parts > 1 ? ` This is part ${row.part} of ${row.parts}.` : "";
  // PDFs made by earlier versions have no record of their files.
  const from = fileNames.length > 0 ? ` Made from: ${fileNames.join(", ")}.` : "";
  const content = {
    sender: practiceName,
    heading: partSubject(row.subject, row),
    paragraphs: [
      `${attached} The papers were uploaded by ${job.uploadedByName} on ${at}.${more}`,
      // Each note once, even when it applies to several PDFs.
      ...new Set(pdfs.flatMap(({ note }) => note ?? [])),
    ],
    list: {
      rows: pdfs.map(({ name, pages }) => ({ name, value: count(pages, "page") })),
      total: { name: count(pdfs.length, "document"), value: count(pages, "page") },
    },
    ...(confirmer
      ? { afterword: `Questions about these papers? Reply to this email and it goes to ${confirmer.name}.` }
      : {}),
    footer: `Sent by ${config.companyName} for ${practiceName}, on behalf of ${job.customerName}.${from}`,
  };
  return { text: renderTextEmail(content), html: renderHtmlEmail(content) };
}
