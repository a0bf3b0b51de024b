import { expect, test } from "vitest";
import { dayOf } from "../../../platform/calendar-day.ts";
import { outputNames, zipName } from "./output-names.ts";

const job = {
  customerName: "Müller/Söhne",
  createdAt: new Date("2026-06-30T23:30:00Z"),
  separatePdfs: false,
  arrangement: null,
};
const files = ["Invoice.docx", "invoice.pdf", "scan.final.jpg"];
const alone = files.map((file) => ({ files: [file] }));

test("one PDF is named after the customer and the day in the given time zone", () => {
  expect(outputNames(job, [{ files }], "Europe/London")).toEqual(["Müller-Söhne 2026-07-01.pdf"]);
  expect(dayOf(job.createdAt, "UTC")).toBe("2026-06-30");
});

test("separate PDFs are named after their files, and the names are unique", () => {
  const names = outputNames({ ...job, separatePdfs: true }, alone, "Europe/London");
  expect(names).toEqual(["Invoice.pdf", "invoice (2).pdf", "scan.final.pdf"]);
  expect(zipName(job, "Europe/London")).toBe("Müller-Söhne 2026-07-01.zip");
});

test("of several arranged PDFs, those with pages of one file are named after it, the others after the customer", () => {
  const document = { pages: [{ fileId: "018f0000-0000-7000-8000-000000000000", page: 1, turn: 0 as const }] };
  const arranged = { ...job, arrangement: [document, document, document, document] };
  const files = [["scan.pdf"], ["scan.pdf", "Invoice.docx"], ["scan.pdf"], ["notes.txt", "scan.pdf"]];
  const documents = files.map((some) => ({ files: some }));
  expect(outputNames(arranged, documents, "Europe/London")).toEqual([
    "scan.pdf",
    "Müller-Söhne 2026-07-01.pdf",
    "scan (2).pdf",
    "Müller-Söhne 2026-07-01 (2).pdf",
  ]);
  expect(outputNames({ ...job, arrangement: [document] }, [{ files: ["scan.pdf"] }], "Europe/London")).toEqual([
    "Müller-Söhne 2026-07-01.pdf",
  ]);
});

test("separate PDFs are named by their facts where there are any, cleaned and unique; a single PDF never is", () => {
  const byFacts = "2026-10-14 A/B: Screwfix £48.20";
  const documents = [
    { files: ["IMG_1.jpg"], byFacts },
    { files: ["IMG_2.jpg"], byFacts: null },
    { files: ["c.pdf"], byFacts },
  ];
  expect(outputNames({ ...job, separatePdfs: true }, documents, "Europe/London")).toEqual([
    "2026-10-14 A-B- Screwfix £48.20.pdf",
    "IMG_2.pdf",
    "2026-10-14 A-B- Screwfix £48.20 (2).pdf",
  ]);
  expect(outputNames(job, [{ files: ["IMG_1.jpg"], byFacts }], "Europe/London")).toEqual([
    "Müller-Söhne 2026-07-01.pdf",
  ]);
});
