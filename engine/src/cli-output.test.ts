import { expect, test } from "vitest";
import { separateNames } from "./cli-output.ts";

test("every file keeps its name, and a repeated one is numbered", () => {
  expect(separateNames(["a.docx", "b.xlsx", "a.docx", "A.docx", "a.doc", "notes"])).toEqual([
    "a.docx.pdf",
    "b.xlsx.pdf",
    "a (2).docx.pdf",
    "A (3).docx.pdf",
    "a.doc.pdf",
    "notes.pdf",
  ]);
});
