import { expect, test } from "vitest";
import { separateNames } from "./cli-output.ts";

test("each PDF keeps the name of its file, and a repeated name gets a number", () => {
  expect(separateNames(["a.docx", "b.xlsx", "a.docx", "A.docx", "a.doc", "notes"])).toEqual([
    "a.docx.pdf",
    "b.xlsx.pdf",
    "a (2).docx.pdf",
    "A (3).docx.pdf",
    "a.doc.pdf",
    "notes.pdf",
  ]);
});
