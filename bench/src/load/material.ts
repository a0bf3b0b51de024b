import { readFileSync } from "node:fs";
import { type FixtureName, fixturePath } from "../../../fixtures/files.ts";
import type { NewFile } from "./browser.ts";

/** One small file of each accepted type; a type with two extensions counts once. */
export const kinds: Record<string, FixtureName> = {
  docx: "invoice.docx",
  doc: "letter.doc",
  odt: "minutes.odt",
  rtf: "terms.rtf",
  txt: "notes.txt",
  xml: "e-invoice.xml",
  xlsx: "ledger.xlsx",
  xls: "accounts.xls",
  ods: "budget.ods",
  csv: "bank.csv",
  pptx: "slides.pptx",
  ppt: "slides.ppt",
  odp: "slides.odp",
  pdf: "statement.pdf",
  jpg: "receipt-photo.jpg",
  png: "scan.png",
  tif: "fax.tiff",
  bmp: "till.bmp",
  gif: "logo.gif",
  webp: "screenshot.webp",
  heic: "quarters.heic",
};

/** The submitted types: ten files in turn, six of them for LibreOffice. */
export const mix = ["docx", "xlsx", "pdf", "docx", "csv", "pptx", "jpg", "docx", "xlsx", "txt"];

const contents = new Map<string, Uint8Array<ArrayBuffer>>();

/** @param kind one of `kinds` */
export function fileOf(kind: string): NewFile {
  const name = kinds[kind];
  if (!name) throw new Error(`There is no file of the kind ${kind}.`);
  const known = contents.get(name) ?? new Uint8Array(readFileSync(fixturePath(name)));
  contents.set(name, known);
  return [name, known];
}

/** Returns the file for an arrival, counted from 0. */
export const mixed = (number: number): NewFile => fileOf(mix[number % mix.length] ?? "docx");
