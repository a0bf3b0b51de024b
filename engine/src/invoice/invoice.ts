import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { ConvertError, type Converter } from "../converter.ts";
import { tooManyPages } from "../page-limit.ts";
import { paginate } from "../typeset/paginate.ts";
import type { Typeface } from "../typeset/typeface.ts";
import { openPageWriter } from "../typeset/write-pages.ts";
import { checkTotals } from "./check-totals.ts";
import type { Invoice } from "./model.ts";
import { frameMarks, invoiceBlocks } from "./paper.ts";
import { pageArea } from "./paper-style.ts";
import { readInvoice } from "./read-invoice.ts";
import type { InvoiceSyntax } from "./syntax.ts";

const instead = "Save it as PDF and replace it.";

/** Converts an XML invoice to A4 pages in English that show every value of the file. */
export function invoiceConverter(syntax: InvoiceSyntax): Converter {
  return {
    async toPdf({ path }, { outPath }) {
      const invoice = readInvoice(path, syntax);
      if (isEmpty(invoice)) throw new ConvertError("empty");
      refuseTooManyLines(invoice.lines.length);
      const sha256 = await fileHash(path);
      const { typeface, write } = openPageWriter();
      const { top, continuedTop, bottom } = pageArea;
      const pages = paginate(
        invoiceBlocks(invoice, typeface),
        (page) => ({ top: page === 0 ? top : continuedTop, bottom }),
        (page) => {
          if (page >= conversionLimits.pages) throw tooManyPages(page + 1, instead);
        },
      );
      for (const [index, marks] of pages.entries()) {
        marks.push(...frameMarks(invoice, { page: index + 1, pages: pages.length, sha256 }, typeface));
      }
      write(pages, outPath);
      return {
        pdfPath: outPath,
        warnings: [...checkTotals(invoice), ...textWarnings(typeface)],
        origin: "a4",
      };
    },
  };
}

/** Whether the file has only the root element, or elements without values. */
function isEmpty({ isCreditNote: _, totals, references, ...values }: Invoice): boolean {
  const hasValue = (value: unknown): boolean =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== "";
  return ![values, totals, references].some((group) => Object.values(group).some(hasValue));
}

/** The lowest row is 21 points high. */
const linesPerPage = 36;

/** Refuses an invoice before its lines are set, which would take long. */
function refuseTooManyLines(lines: number): void {
  const pages = Math.ceil(lines / linesPerPage);
  if (pages > conversionLimits.pages) throw tooManyPages(pages, instead);
}

async function fileHash(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest("hex");
}

const maxCharactersShown = 20;

function textWarnings({ missing, unshaped }: Typeface): Warning[] {
  const texts: string[] = [];
  if (missing.size > 0) {
    const shown = [...missing].slice(0, maxCharactersShown).join(" ");
    texts.push(`The invoice has characters that no installed font can draw. They show as question marks: ${shown}`);
  }
  if (unshaped.size > 0) {
    texts.push(`Letters of ${[...unshaped].sort().join(", ")} are set one by one and not joined. Compare the XML.`);
  }
  return texts.map((text) => ({ code: "characters-missing", text }));
}
