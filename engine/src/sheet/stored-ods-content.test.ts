import { expect, test } from "vitest";
import { replaceObjectsByPictures, replaceOdsFormulas } from "./stored-ods-content.ts";

const today = 'table:formula="of:=TODAY()"';
const cell = (attributes: string, text = "") =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;

test.each([
  ["a date", 'office:value-type="date" office:date-value="2024-02-03"', "03/02/2024"],
  ["an amount", 'office:value-type="currency" office:currency="GBP" office:value="12.5"', "£12.50"],
  ["a text", 'office:value-type="string" office:string-value="OVERDUE" calcext:value-type="string"', "OVERDUE"],
  ["true", 'office:value-type="boolean" office:boolean-value="true"', "TRUE"],
])("a formula is replaced by its stored result: %s", (_what, value, text) => {
  expect(replaceOdsFormulas(cell(`${today} ${value}`, text))).toBe(cell(value, text));
  const matrix = 'table:number-matrix-columns-spanned="1" table:number-matrix-rows-spanned="2"';
  expect(replaceOdsFormulas(cell(`${matrix} ${today} ${value}`, text))).toBe(cell(value, text));
});

test.each([
  ["nothing is stored", ""],
  ["a placeholder is stored", 'office:value-type="float"'],
  ["an error is stored", 'office:value-type="string" office:string-value="" calcext:value-type="error"', "#DIV/0!"],
  ["an error is stored as 0", 'office:value-type="float" office:value="0"', "Err:502"],
])("the formula is kept when %s", (_what, value, text = "") => {
  const open = cell(`${today} ${value}`, text);
  expect(replaceOdsFormulas(open)).toBe(open);
});

test('a ">" in a formula is not taken for the end of the tag', () => {
  const value = 'office:value-type="float" office:value="1"';
  expect(replaceOdsFormulas(cell(`table:formula="of:=IF([.A1]>TODAY();1;2)" ${value}`, "1"))).toBe(cell(value, "1"));
});

test("an object of another program becomes its picture, where the file holds one", () => {
  const picture = '<draw:image xlink:href="./ObjectReplacements/Object 1"/>';
  const frame = (inside: string) => `<draw:frame>${inside}</draw:frame>`;
  const object = frame(`<draw:object-ole xlink:href="./Object 1"/>${picture}`);
  const chart = frame(`<draw:object xlink:href="./Object 1"/>${picture}`);
  expect(replaceObjectsByPictures(object + chart, (part) => part === "ObjectReplacements/Object 1")).toBe(
    frame(picture) + chart,
  );
  expect(replaceObjectsByPictures(object, () => false)).toBe(object);
});
