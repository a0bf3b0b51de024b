import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { ConvertError } from "../converter.ts";
import { hasConsistentPageTree, type SourceDocument, tooManyPages } from "./document.ts";
import { rebuildWithLibPdf } from "./libpdf.ts";
import { tryParse } from "./parse.ts";
import { PdfiumError, rebuildWithPdfium } from "./pdfium.ts";
import { countPages, normaliseWithQpdf } from "./qpdf.ts";

export interface PdfInput {
  path: string;
  /** The user's name of the file, for messages. */
  name: string;
  password?: string;
}

export interface NormalDocument {
  bytes: Buffer;
  source: SourceDocument;
  /** "recovered": rebuilt from the parts that a repair tool could read, so that pages may be missing. */
  condition: "whole" | "repaired" | "recovered";
  passwordUsed: boolean;
}

/**
 * Decrypts, repairs and parses a PDF that breaks the rules of the format, with qpdf, else PDFium, else LibPDF.
 * @param bytes the whole file
 * @throws ConvertError password, unsupported (unknown encryption), too-large (pages), damaged
 */
export async function normalise(input: PdfInput, bytes: Buffer, workDir: string): Promise<NormalDocument> {
  const byQpdf = await normaliseByQpdf(input, workDir);
  if (byQpdf !== "password" && byQpdf) return byQpdf;
  return normaliseByRepair(input, bytes, byQpdf === "password", workDir);
}

async function normaliseByQpdf(input: PdfInput, workDir: string): Promise<NormalDocument | "password" | undefined> {
  const outPath = join(workDir, "normal.pdf");
  const passwords = input.password ? ["", input.password] : [""];
  let outcome: "password" | undefined;
  try {
    for (const password of passwords) {
      const clean = await normaliseClean(input.path, password, outPath);
      if (clean) return clean;
      // Count pages first: writing a hundred thousand copies of one page takes minutes.
      const pages = await countPages(input.path, password);
      if (pages !== undefined && pages > conversionLimits.pages) throw tooManyPages(pages);
      for (const flattened of [true, false]) {
        const result = await normaliseWithQpdf(input.path, password, outPath, flattened);
        outcome = result === "password" ? "password" : undefined;
        if (result === "password") break;
        if (result === "failed") continue;
        const bytes = await readFile(outPath);
        const source = await tryParse(bytes);
        if (source) return { bytes, source, condition: result, passwordUsed: password !== "" };
      }
    }
    return outcome;
  } finally {
    await rm(outPath, { force: true });
  }
}

/**
 * Handles the common case with one run of qpdf: the file has no faults, and its page tree is consistent. Returns
 * undefined in every other case.
 * @throws ConvertError too-large
 */
async function normaliseClean(path: string, password: string, outPath: string): Promise<NormalDocument | undefined> {
  if ((await normaliseWithQpdf(path, password, outPath, false)) !== "whole") return undefined;
  const bytes = await readFile(outPath);
  const source = await tryParse(bytes);
  return source && hasConsistentPageTree(source)
    ? { bytes, source, condition: "whole", passwordUsed: password !== "" }
    : undefined;
}

/** Repairs a file with PDFium, else LibPDF. qpdf sometimes wrongly reports a password, so PDFium decides that, too. */
async function normaliseByRepair(
  input: PdfInput,
  original: Buffer,
  wantsPassword: boolean,
  workDir: string,
): Promise<NormalDocument> {
  for (const password of input.password ? ["", input.password] : [""]) {
    const rebuilt = await rebuildWithPdfium(original, password).catch((error: unknown) => {
      return error instanceof PdfiumError ? error.failure : "damaged";
    });
    if (rebuilt === "encryption") {
      throw new ConvertError(
        "unsupported",
        "is encrypted in a way that cannot be opened. Save it without encryption and replace it.",
      );
    }
    if (rebuilt === "password") continue;
    if (rebuilt === "damaged") break;
    const source = await tryParse(rebuilt);
    if (!source) break;
    const condition = wantsPassword ? "whole" : "recovered";
    return { bytes: rebuilt, source, condition, passwordUsed: password !== "" };
  }
  if (wantsPassword) throw passwordRefusal(input.password);

  const saved = await rebuildWithLibPdf(input.path, workDir);
  const source = saved && (await tryParse(saved));
  if (saved && source) return { bytes: saved, source, condition: "recovered", passwordUsed: false };
  throw new ConvertError("damaged");
}

/** @param password the one that did not open the file */
export function passwordRefusal(password: string | undefined): ConvertError {
  if (!password) return new ConvertError("password");
  return new ConvertError(
    "password",
    "is password-protected, and the password given does not open it. Enter another password or replace the file.",
  );
}
