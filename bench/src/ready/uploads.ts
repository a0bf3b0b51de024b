import { readFileSync } from "node:fs";
import { type FixtureName, fixturePath } from "../../../fixtures/files.ts";

/** An upload whose time from drop to ready is measured. */
export interface Upload {
  key: string;
  what: string;
  files: FixtureName[];
  /** Limit for the browser's p50 minus HTTP's, in milliseconds. */
  differenceBarMs: number;
  /** Goal for HTTP's p50 in milliseconds, which is shown and not required; null when there is none. */
  httpAimMs: number | null;
}

const ofOneFile = { differenceBarMs: 100, httpAimMs: null };

export const uploads: Upload[] = [
  { key: "docx", what: "one DOCX", files: ["invoice.docx"], ...ofOneFile },
  { key: "photo", what: "one photo", files: ["receipt-photo.jpg"], ...ofOneFile },
  { key: "pdf", what: "one PDF", files: ["statement.pdf"], ...ofOneFile },
  {
    key: "mixed",
    what: "ten mixed files",
    files: [
      "invoice.docx",
      "ledger.xlsx",
      "statement.pdf",
      "letter.doc",
      "bank.csv",
      "slides.pptx",
      "receipt-photo.jpg",
      "accounts.xls",
      "scan.png",
      "notes.txt",
    ],
    differenceBarMs: 200,
    httpAimMs: 850,
  },
];

/** A way to make an upload and to learn that its PDF is ready. */
export interface Way {
  /**
   * Makes one upload.
   * @returns the milliseconds until this way knew that the PDF was ready
   * @throws Error when the upload is refused, its job fails or does not end in time
   */
  toReady(files: FixtureName[]): Promise<number>;
  close(): Promise<void>;
}

/** Maximum time for one upload. */
export const readyWithinMs = 120_000;

const contents = new Map<FixtureName, Blob>();

/** Returns the content of a fixture, which is read once. */
export function contentOf(name: FixtureName): Blob {
  const known = contents.get(name) ?? new Blob([readFileSync(fixturePath(name))]);
  contents.set(name, known);
  return known;
}
