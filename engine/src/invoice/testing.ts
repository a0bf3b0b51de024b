import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { afterAll } from "vitest";
import { invoiceConverter } from "./invoice.ts";
import type { Invoice } from "./model.ts";
import { invoiceFileSyntax, readInvoice } from "./read-invoice.ts";
import type { InvoiceSyntax } from "./syntax.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-invoice-"));
let count = 0;

/** Writes a file of a test. @returns its path */
function written(content: string | Uint8Array): string {
  const path = join(folder, `${++count}.xml`);
  writeFileSync(path, content);
  return path;
}

export interface PrintedInvoice {
  /** As text is copied from the pages, spaces and line ends as one space. */
  text: string;
  pages: string[];
  warnings: Warning[];
}

/** Reads an invoice as a file. Call `removeWritten` afterwards. */
export function readWritten(content: string | Uint8Array): Invoice {
  const path = written(content);
  return readInvoice(path, syntaxOf(path));
}

function syntaxOf(path: string): InvoiceSyntax {
  const syntax = invoiceFileSyntax(path);
  if (!syntax) throw new Error("The file is not recognised as an invoice.");
  return syntax;
}

/** Converts an invoice and reads its pages. Call `removeWritten` afterwards. */
export async function printInvoice(content: string | Uint8Array): Promise<PrintedInvoice> {
  const path = written(content);
  const outPath = `${path}.pdf`;
  const input = { path, name: "invoice.xml", sizeBytes: content.length };
  const { warnings } = await invoiceConverter(syntaxOf(path)).toPdf(input, { workDir: folder, outPath });
  const pages = execFileSync("pdftotext", ["-layout", outPath, "-"], { encoding: "utf8" }).split("\f").slice(0, -1);
  const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();
  return { text: plain(pages.join(" ")), pages: pages.map(plain), warnings };
}

/** Removes the files when the tests of this file have run. */
export const removeWritten = () => afterAll(() => rmSync(folder, { recursive: true, force: true }));
