import { readFile } from "node:fs/promises";
import { MB } from "@sheaf/contracts/limits.ts";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { ConvertError } from "../converter.ts";
import { encodingWarning } from "../text/encoding.ts";
import { decodePage } from "./page-encoding.ts";
import type { PagePart } from "./page-pictures.ts";
import { readSavedPage } from "./saved-page.ts";

/** Longer pages are generated; pictures in them count too. */
const maxCharacters = 40 * MB;

/** A page as text, with what was saved with it. */
export interface ReadPage {
  html: string;
  warnings: Warning[];
  /** Returns a file that was saved with the page. @param base for relative addresses */
  partAt(address: string, base: string | undefined): PagePart | undefined;
  /** Address of the page on the web. */
  address: string | undefined;
}

/**
 * Reads an HTML file, or a page that was saved in one file.
 * @throws ConvertError unsupported, too-large
 */
export async function readPage(path: string): Promise<ReadPage> {
  const bytes = await readFile(path);
  const saved = readSavedPage(bytes);
  const decoded = saved ? decodePage(saved.bytes, saved.charset) : decodePage(bytes);
  if (decoded.text.length > maxCharacters) throw tooLong();
  return {
    html: saved?.isPlain ? `<pre>${decoded.text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}` : decoded.text,
    warnings: encodingWarning(decoded),
    partAt: saved?.partAt ?? (() => undefined),
    address: saved?.address,
  };
}

const tooLong = () =>
  new ConvertError("too-large", `is a web page of more than ${maxCharacters / MB} MB. Print it to PDF and replace it.`);
