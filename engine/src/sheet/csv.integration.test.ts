import { expect, test } from "vitest";
import { startPrinting } from "../testing/printing.ts";
import { csvConverter } from "./csv.ts";

const printing = startPrinting();
const { printed, written } = printing;

test("CSV prints every cell as written, and the header on every page", async () => {
  const rows = Array.from({ length: 200 }, (_, index) => `03/02/2026,01-02-03,00${index},"=1+1",12.50`);
  const path = await written("bank.csv", `Date,Sort code,Reference,Formula,Amount\n${rows.join("\n")}\n`);
  const seen = await printed(csvConverter(printing.office), path);
  expect(seen.pages).toBeGreaterThan(2);
  expect(seen.text.match(/Sort code/g)).toHaveLength(seen.pages);
  expect(seen.text).toMatch(/03\/02\/2026\s+01-02-03\s+0042\s+=1\+1\s+12\.50/);
});

test.each([
  ["", "A long heading "],
  [", with its first column on each of them,", "A heading that is longer than the other headings "],
])("a table in bands has as many pages across%s as its warning states", async (_, first) => {
  const row = (text: string) => [first, ...Array.from({ length: 55 }, (_, index) => `${text}${index}`)].join(",");
  const path = await written("wide.csv", `${row("A long heading ")}\n${row("1000")}\n`);
  const { pages, warnings } = await printed(csvConverter(printing.office), path);
  expect(warnings).toMatchObject([{ text: expect.stringContaining(`over ${pages} pages across`) }]);
});

test("a cell of many thousand words is printed to its end", async () => {
  const words = Array.from({ length: 3_000 }, (_, index) => `w${index}`);
  const seen = await printed(csvConverter(printing.office), await written("long.csv", `a,b\n1,${words.join(" ")}\n`));
  const found = new Set(seen.text.split(/\s+/));
  expect(words.filter((word) => !found.has(word))).toEqual([]);
});
