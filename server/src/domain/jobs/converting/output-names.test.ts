import { expect, test } from "vitest";
import { dayOf } from "../../../platform/calendar-day.ts";
import { outputNames, zipName } from "./output-names.ts";

const job = { customerName: "Müller/Söhne", createdAt: new Date("2026-06-30T23:30:00Z"), separatePdfs: false };
const files = [{ originalName: "Invoice.docx" }, { originalName: "invoice.pdf" }, { originalName: "scan.final.jpg" }];

test("one PDF is named after the customer and the day in the practice's country", () => {
  expect(outputNames(job, files, "Europe/London")).toEqual(["Müller-Söhne 2026-07-01.pdf"]);
  expect(dayOf(job.createdAt, "UTC")).toBe("2026-06-30");
});

test("separate PDFs keep their files' names and never share one", () => {
  const names = outputNames({ ...job, separatePdfs: true }, files, "Europe/London");
  expect(names).toEqual(["Invoice.pdf", "invoice (2).pdf", "scan.final.pdf"]);
  expect(zipName(job, "Europe/London")).toBe("Müller-Söhne 2026-07-01.zip");
});
