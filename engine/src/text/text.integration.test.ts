import { expect, test } from "vitest";
import { fixturePath } from "../../../fixtures/files.ts";
import { startPrinting } from "../testing/printing.ts";
import { textConverter } from "./text.ts";

const printing = startPrinting();
const { printed, written } = printing;

test("text keeps its columns, pages and characters", async () => {
  const seen = await printed(textConverter(printing.office), fixturePath("notes.txt"));
  expect(seen.pages).toBe(2);
  expect(seen.text).toContain("Postage £4.20");
  expect(seen.text).toContain("naïve café");
});

test("a line of 132 columns is not broken", async () => {
  const line = "0123456789 ".repeat(12).trim();
  const seen = await printed(textConverter(printing.office), await written("report.txt", `${line}\n`.repeat(40)));
  expect(seen).toMatchObject({ pages: 1, lies: true });
  expect(seen.text.split("\n").filter((one) => one.trim() === line)).toHaveLength(40);
});
