import { expect, test } from "vitest";
import { writeEmailBody } from "./email-body.ts";

const parcel = {
  row: { subject: "Papers", part: 1, parts: 1 },
  job: { createdAt: new Date("2026-09-20T23:05:00Z"), uploadedByName: "Anna", customerName: "Oak" },
  pdfs: [{ name: "a.pdf", pages: 2, note: null }],
  fileNames: ["a.jpg", "b.jpg"],
  practiceName: "Okafor",
  confirmer: null,
};

const text = (change: object = {}) =>
  writeEmailBody({ ...parcel, ...change } as never, { companyName: "Sheaf", timeZone: "Europe/London" }).text;

test("an email says what is attached, who uploaded it and when, and what it was made from", () => {
  const body = text();
  expect(body).toContain(
    "1 PDF is attached, 2 A4 pages in all. The papers were uploaded by Anna on 21 Sep 2026, 00:05.",
  );
  expect(body).toContain("Sent by Sheaf for Okafor, on behalf of Oak. Made from: a.jpg, b.jpg.");
  expect(body).not.toContain("This is part");
  expect(body).not.toContain("Questions about");
});

test("pages and documents are counted", () => {
  const pdfs = [
    { name: "a.pdf", pages: 2, note: "Reduced." },
    { name: "b.pdf", pages: 1, note: "Reduced." },
  ];
  const body = text({ pdfs });
  expect(body).toContain("2 PDFs are attached, 3 A4 pages in all.");
  expect(body).toContain("2 documents");
  expect(body).toMatch(/b\.pdf\W+1 page\b/);
  expect(body.match(/Reduced\./g)).toHaveLength(1);
});

test("parts are numbered, questions have an address, and a record of files may be missing", () => {
  const row = { subject: "Papers", part: 2, parts: 3 };
  const body = text({ row, confirmer: { name: "Ben" }, fileNames: [] });
  expect(body).toContain("This is part 2 of 3.");
  expect(body).toContain("Papers (part 2 of 3)");
  expect(body).toContain("Reply to this email and it goes to Ben.");
  expect(body).not.toContain("Made from");
});
