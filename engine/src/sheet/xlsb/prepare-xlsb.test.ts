import { expect, test } from "vitest";
import { prepareSheet } from "./prepare-xlsb.ts";
import { writeXlsbRecord, xlsbRecord, xlsbRecords } from "./records.ts";

const place = Buffer.from([1, 0, 0, 0, 7, 0, 0, 0]);
const formula = Buffer.from([0, 0, 3, 0, 0, 0, 0x1e, 1, 0, 0, 0, 0, 0]);
const word = Buffer.concat([Buffer.from([2, 0, 0, 0]), Buffer.from("ok", "utf16le")]);
const amount = Buffer.alloc(8);
amount.writeDoubleLE(12.5);

test("the formulas of a binary sheet become cells with their stored results, and other records stay", () => {
  const other = writeXlsbRecord(129, Buffer.from([1, 2, 3]));
  const part = Buffer.concat([
    other,
    writeXlsbRecord(xlsbRecord.numberFormula, Buffer.concat([place, amount, formula])),
    writeXlsbRecord(xlsbRecord.sharedFormula, Buffer.alloc(300)),
    writeXlsbRecord(xlsbRecord.textFormula, Buffer.concat([place, word, formula])),
    writeXlsbRecord(xlsbRecord.errorFormula, Buffer.concat([place, Buffer.from([0x2a]), formula])),
    other,
  ]);
  const written = prepareSheet(part, false) ?? Buffer.alloc(0);
  expect([...xlsbRecords(written)].map(({ type, body }) => [type, body.toString("hex")])).toEqual([
    [129, "010203"],
    [xlsbRecord.numberCell, Buffer.concat([place, amount]).toString("hex")],
    [xlsbRecord.textCell, Buffer.concat([place, word]).toString("hex")],
    [xlsbRecord.errorCell, `${place.toString("hex")}2a`],
    [129, "010203"],
  ]);
});

test("a sheet whose results are to be computed again keeps its formulas", () => {
  const part = writeXlsbRecord(xlsbRecord.numberFormula, Buffer.concat([place, amount, formula]));
  expect(prepareSheet(part, true)).toEqual(part);
});

test("a sheet that states no headers is given none, and one that states its own keeps them", () => {
  const types = (...records: number[]) =>
    [
      ...xlsbRecords(prepareSheet(Buffer.concat(records.map((type) => writeXlsbRecord(type, place))), false) ?? place),
    ].map(({ type }) => type);
  const { beginHeaders, endHeaders, endSheet } = xlsbRecord;
  expect(types(129, endSheet)).toEqual([129, beginHeaders, endHeaders, endSheet]);
  expect(types(129, beginHeaders, endHeaders, endSheet)).toEqual([129, beginHeaders, endHeaders, endSheet]);
});

test("a sheet with a record that is cut off stays as it is", () => {
  const plain = writeXlsbRecord(xlsbRecord.numberCell, Buffer.concat([place, amount]));
  const computed = writeXlsbRecord(xlsbRecord.numberFormula, Buffer.concat([place, amount, formula]));
  expect(prepareSheet(Buffer.concat([computed, plain.subarray(0, 9)]), false)).toBeUndefined();
  expect(prepareSheet(writeXlsbRecord(xlsbRecord.textFormula, place), false)).toBeUndefined();
  const endless = Buffer.concat([place, Buffer.from("ffffffff", "hex")]);
  expect(prepareSheet(writeXlsbRecord(xlsbRecord.textFormula, endless), false)).toBeUndefined();
});
