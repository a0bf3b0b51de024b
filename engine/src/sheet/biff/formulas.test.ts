import { expect, test } from "vitest";
import { replaceBiffFormulas } from "./formulas.ts";
import { record, recordsFrom } from "./records.ts";
import { formula, type TestCell, type TestSheet, xlsStream } from "./testing.ts";
import { readBook } from "./workbook-globals.ts";
import { readWorksheet } from "./worksheet.ts";

/** Returns the record types of the first sheet's cells, and the number of filled cells. */
function replaced(...cells: TestCell[]) {
  return settledWith({}, ...cells);
}

function settledWith(options: Partial<TestSheet>, ...cells: TestCell[]) {
  const stream = xlsStream([{ name: "Sheet", cells, ...options }]);
  const before = stream.length;
  const book = readBook(stream);
  if (!book) throw new Error("The test's workbook cannot be read");
  const start = book.sheets[0]?.start ?? 0;
  const done = replaceBiffFormulas(stream, start, true);
  const kinds = Object.entries(record).filter(([kind]) =>
    /^(number|text|blank|error|formula\w*|sharedFormula)$/.test(kind),
  );
  const types = [...recordsFrom(stream, start)].flatMap(({ type }) => kinds.find(([, one]) => one === type)?.[0] ?? []);
  const texts: string[] = [];
  readWorksheet(stream, start, book)?.contents.eachCell(({ content }) => texts.push(content ? content.text() : "-"));
  expect(stream).toHaveLength(before);
  return { done, types, texts };
}

const at = (row: number) => ({ row, column: 0 });

test("formulas are replaced by their stored results", () => {
  const { today } = formula;
  expect(
    replaced(
      { ...at(0), tokens: today, result: 42 },
      { ...at(1), tokens: today, result: "Hawthorn" },
      { ...at(2), tokens: today, result: true },
    ),
  ).toEqual({ done: true, types: ["number", "text", "text"], texts: ["", "Hawthorn", "TRUE"] });
});

test("a formula without a result is kept, and so is the formula that it shares its expression with", () => {
  const shared = { tokens: formula.sharedWith(0, 0), shared: formula.nextColumn, result: "Rowan" };
  const plain = { ...at(2), tokens: formula.today, result: 1 };
  const { done, types } = replaced(
    { ...at(0), ...shared },
    { ...at(1), tokens: formula.sharedWith(0, 0), result: "open" },
    plain,
  );
  expect({ done, types }).toEqual({
    done: true,
    types: ["formula", "sharedFormula", "formulaText", "formula", "number"],
  });
  expect(replaced({ ...at(0), ...shared }, plain).types).toEqual(["text", "number"]);
});

test("an empty text counts as a result, so its formula and those that share its expression are replaced", () => {
  const shared = { tokens: formula.sharedWith(0, 0), shared: formula.today, result: 46037 };
  const overdue = { ...at(1), tokens: formula.sharedWith(0, 0), result: "" };
  expect(replaced({ ...at(0), ...shared }, overdue)).toEqual({
    done: true,
    types: ["number", "blank"],
    texts: ["", "-"],
  });
});

test("a HYPERLINK formula is kept, since a stored text has no address", () => {
  const link = { ...at(0), tokens: formula.link("https://x.example", "Open"), result: "Open" };
  expect(replaced(link, { ...at(1), tokens: formula.today, result: 1 }).types).toEqual([
    "formula",
    "formulaText",
    "number",
  ]);
});

test.each([
  [0, "error", ""],
  [1, "blank", "-"],
  [2, "text", "--"],
  [3, "error", ""],
])("an error is printed as the page set-up states: %i", (errors, type, text) => {
  const divided = { ...at(0), tokens: formula.today, result: { error: 7 } };
  expect(settledWith({ errors }, divided)).toMatchObject({ types: [type], texts: [text] });
});

test("formulas whose boolean results are stored as numbers are kept", () => {
  const cells = [
    { ...at(0), tokens: formula.isLess, result: 1 },
    { ...at(1), tokens: formula.today, result: 1 },
  ];
  expect(replaced(...cells).types).toEqual(["formula", "number"]);
});

test("nothing is replaced when no results are stored or when a formula reads the name of the file or the machine", () => {
  expect(replaced({ ...at(0), tokens: formula.today, result: "open" }).done).toBe(false);
  const noTotals = { tokens: formula.today, result: "" };
  expect(replaced({ ...at(0), ...noTotals }, { ...at(1), ...noTotals }).done).toBe(false);
  const known = { ...at(0), tokens: formula.today, result: 1 };
  expect(replaced(known, { ...at(1), tokens: formula.machineFunctions, result: "open" }).done).toBe(false);
  expect(replaced(known, { ...at(1), tokens: formula.machineFunctions, result: "Sheet" }).done).toBe(true);
});
