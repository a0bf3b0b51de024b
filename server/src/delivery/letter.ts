import type { Config } from "../config.ts";
import type { JobRow, OutputRow } from "../jobs/status.ts";
import { htmlLetter, textLetter } from "../mail/layout.ts";
import type { DeliveryRow } from "./service.ts";
import { partSubject } from "./subject.ts";

interface LetterFacts {
  row: DeliveryRow;
  job: JobRow;
  pdfs: OutputRow[];
  practiceName: string;
  replyTo: { name: string } | null;
  config: Pick<Config, "companyName" | "timeZone">;
}

/** What the email says beside its attachments: which PDFs, of whom, and who answers. In both forms. */
export function writeLetter({ row, job, pdfs, practiceName, replyTo, config }: LetterFacts): {
  text: string;
  html: string;
} {
  const pages = pdfs.reduce((sum, pdf) => sum + pdf.pages, 0);
  const at = job.createdAt.toLocaleString("en-GB", {
    timeZone: config.timeZone,
    ...{ day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
  });
  const attached = `${counted(pdfs.length, "PDF is", "PDFs are")} attached, ${counted(pages, "A4 page", "A4 pages")} in all.`;
  const more = row.parts > 1 ? ` This is part ${row.part} of ${row.parts}.` : "";
  const letter = {
    sender: practiceName,
    heading: partSubject(row.subject, row),
    paragraphs: [
      `${attached} They were uploaded by ${job.uploadedByName} on ${at}.${more}`,
      // One sentence, however many of them it is true of.
      ...new Set(pdfs.flatMap(({ note }) => note ?? [])),
    ],
    list: {
      rows: pdfs.map(({ name, pages }) => ({ name, value: counted(pages, "page", "pages") })),
      total: { name: counted(pdfs.length, "document", "documents"), value: counted(pages, "page", "pages") },
    },
    ...(replyTo
      ? { afterword: `Questions about these papers? Reply to this email and it goes to ${replyTo.name}.` }
      : {}),
    footer: `Sent by ${config.companyName} for ${practiceName}, on behalf of ${job.customerName}.`,
  };
  return { text: textLetter(letter), html: htmlLetter(letter) };
}

function counted(number: number, one: string, many: string): string {
  return number === 1 ? `1 ${one}` : `${number.toLocaleString("en-GB")} ${many}`;
}
