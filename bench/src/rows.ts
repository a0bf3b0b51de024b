import { basename } from "node:path";
import { scanPages, textPages } from "@sheaf/engine/testing/long-pdfs.ts";
import type { Material } from "./material.ts";
import {
  ghostscript,
  hotLimit,
  img2pdf,
  mergedInto,
  qpdfPages,
  type Runner,
  residentOffice,
  sheaf,
  sofficeEach,
  warmEngine,
} from "./runners.ts";

/** A task that is compared; the table has one line for each rival. */
export interface Row {
  key: string;
  what: string;
  ours: Runner;
  rivals: (Runner & { bar: number | null; aim: number | null })[];
  /** Limit for Sheaf's own time in milliseconds; null when there is none. */
  barMs: number | null;
  /** Limit for Sheaf's peak memory in bytes; null when there is none. */
  barBytes: number | null;
  /** Maximum number of runs, for rows that take minutes; null when there is none. */
  mostRuns: number | null;
}

const MB = 1024 * 1024;
const longPdfBytes = 250 * MB;
const unlimited = { barMs: null, barBytes: null, mostRuns: null };

/**
 * Returns the rows of the table.
 * @param cacheDir replaces the user's cache folder, so that the bench neither uses nor fills it
 */
export function rowsFor(material: Material, cacheDir: string): Row[] {
  const { office, pdfs, jpegs, wordFile, scans, text, big } = material;
  return [
    {
      key: "office",
      what: `${office.length} typical office files to checked A4, start included`,
      ours: sheaf(cacheDir, office, (dir) => ["--separate", dir]),
      rivals: [
        { ...sofficeEach(office), bar: 1 / 4.5, aim: 1 / 6 },
        { ...residentOffice(office), bar: null, aim: null },
        { ...hotLimit(office, "as-libreoffice"), bar: 1.3, aim: null },
        { ...hotLimit(office, "as-sheaf"), bar: null, aim: null },
      ],
      ...unlimited,
    },
    {
      key: "warm",
      what: `${office.length} typical office files to checked A4, by the engine of a running worker`,
      ours: warmEngine(cacheDir, office),
      rivals: [
        { ...residentOffice(office), bar: 1 / 2.5, aim: null },
        { ...hotLimit(office, "as-libreoffice"), bar: 1.15, aim: null },
        { ...hotLimit(office, "as-sheaf"), bar: null, aim: null },
      ],
      ...unlimited,
    },
    {
      key: "cold",
      what: "one DOCX, cold: ./sheaf convert one.docx -o out.pdf, second run",
      ours: sheaf(cacheDir, [wordFile], mergedInto),
      rivals: [{ ...sofficeEach([wordFile]), bar: 1.15, aim: 1 }],
      ...unlimited,
      barMs: 1_000,
    },
    {
      key: "pdf",
      what: `${pdfs.length} PDFs, ${material.pdfPages} pages, ${(material.pdfBytes / 1e6).toFixed(1)} MB, to one checked A4 PDF`,
      ours: sheaf(cacheDir, pdfs, mergedInto),
      rivals: [
        { ...ghostscript(pdfs), bar: 0.4, aim: 0.3 },
        { ...qpdfPages(pdfs), bar: 2.2, aim: null },
      ],
      ...unlimited,
    },
    {
      key: "scans",
      what: `one PDF of ${scanPages} scanned pages to checked A4`,
      ours: sheaf(cacheDir, [scans], mergedInto),
      rivals: [
        { ...ghostscript([scans]), bar: null, aim: null },
        { ...qpdfPages([scans]), bar: null, aim: null },
      ],
      ...unlimited,
      barBytes: longPdfBytes,
      mostRuns: 3,
    },
    {
      key: "text",
      what: `one PDF of ${textPages} pages of text to checked A4`,
      ours: sheaf(cacheDir, [text], mergedInto),
      rivals: [
        { ...ghostscript([text]), bar: null, aim: null },
        { ...qpdfPages([text]), bar: null, aim: null },
      ],
      ...unlimited,
      barBytes: longPdfBytes,
      mostRuns: 3,
    },
    {
      key: "jpeg",
      what: `${jpegs.length} JPEGs of 5 MB to one PDF, integrity checked`,
      ours: sheaf(cacheDir, jpegs, mergedInto),
      rivals: [{ ...img2pdf(jpegs), bar: 1, aim: null }],
      ...unlimited,
    },
    ...big.map(
      (file): Row => ({
        key: "big",
        what: `${basename(file)} to checked A4`,
        ours: sheaf(cacheDir, [file], mergedInto),
        rivals: [{ ...sofficeEach([file]), bar: 1.1, aim: null }],
        ...unlimited,
        mostRuns: 2,
      }),
    ),
  ];
}
