import { expect, test } from "vitest";
import { typedPage } from "../../testing/typed-page.ts";
import { factsOf } from "./facts.ts";
import { withDigits } from "./mistaken-letters.ts";

const factsIn = (lines: readonly string[], confidences: Record<string, number> = {}) =>
  factsOf(typedPage({ source: "ocr", lines, confidences })).map(({ kind, value }) => `${kind} ${value}`);

test.each([
  ["1O.5O", "10.50"],
  ["l2.50", "12.50"],
  ["£I2.50", "£12.50"],
  ["O7/07/17", "07/07/17"],
  ["E48.20", "48.20"],
  ["f1,048.20", "1,048.20"],
  ["(1O.00)", "(10.00)"],
])("%s is read as %s", (read, meant) => {
  expect(withDigits(read)).toBe(meant);
});

test.each(["OIL", "lO", "E48", "E4820", "INV-O1", "S12.50", "Oll1", "l", "O", "B12.50", "e12.50"])(
  "%s stays as it was read",
  (read) => {
    expect(withDigits(read)).toBe(read);
  },
);

test("letters are only mistaken in pictures", () => {
  const lines = ["Total   £1O.50"];
  expect(factsIn(lines)).toContain("total 10.50");
  expect(factsOf(typedPage({ source: "text", lines }))).toEqual([]);
});

test("what was recognised with little confidence is left out", () => {
  const lines = ["Invoice no. 4711   14/10/2026", "Carriage   £12.00"];
  expect(factsIn(lines)).toEqual(["date 2026-10-14", "invoice-number 4711", "amount 12.00"]);
  expect(factsIn(lines, { "14/10/2026": 70, "4711": 70, "£12.00": 70 })).toEqual([]);
});

test("a value that is printed twice is sure", () => {
  const lines = ["Date   14/10/2026", "Sold   14/10/2026", "Carriage   £12.00", "Fee   £12.00"];
  expect(factsIn(lines, { "14/10/2026": 60, "£12.00": 60 })).toEqual(["date 2026-10-14", "amount 12.00"]);
});

test("identifiers prove themselves by their check digits", () => {
  expect(factsIn(["VAT No. GB 980 7806 84"], { "980": 20 })).toEqual(["vat-number GB980780684"]);
});

test("without its own date a page has none, since another would be taken for it", () => {
  const lines = ["Invoice date   14/10/2026", "Payment due   13/11/2026"];
  expect(factsIn(lines, { "14/10/2026": 40 })).toEqual([]);
});

test("a doubtful total is kept where arithmetic or another row proves it", () => {
  const doubtful = { "£120.00": 60 };
  expect(factsIn(["Flour   £90.00", "Total   £120.00"], doubtful)).not.toContain("total 120.00");
  expect(factsIn(["Net   £100.00", "VAT   £20.00", "Total   £120.00"], doubtful)).toContain("total 120.00");
  expect(factsIn(["Cash   £150.00", "Change   £30.00", "Total   £120.00"], doubtful)).toContain("total 120.00");
  expect(factsIn(["Total   £120.00", "Visa   £120.00"], doubtful)).toContain("total 120.00");
});
