import { expect, test } from "vitest";
import { withStoredResults } from "./prepare-xlsb.ts";
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
  const written = withStoredResults(part) ?? Buffer.alloc(0);
  expect([...xlsbRecords(written)].map(({ type, body }) => [type, body.toString("hex")])).toEqual([
    [129, "010203"],
    [xlsbRecord.numberCell, Buffer.concat([place, amount]).toString("hex")],
    [xlsbRecord.textCell, Buffer.concat([place, word]).toString("hex")],
    [xlsbRecord.errorCell, `${place.toString("hex")}2a`],
    [129, "010203"],
  ]);
});

test("a sheet without formulas, or with a record that is cut off, stays as it is", () => {
  const plain = writeXlsbRecord(xlsbRecord.numberCell, Buffer.concat([place, amount]));
  const computed = writeXlsbRecord(xlsbRecord.numberFormula, Buffer.concat([place, amount, formula]));
  expect(withStoredResults(plain)).toBeUndefined();
  expect(withStoredResults(Buffer.concat([computed, plain.subarray(0, 9)]))).toBeUndefined();
  expect(withStoredResults(writeXlsbRecord(xlsbRecord.textFormula, place))).toBeUndefined();
  const endless = Buffer.concat([place, Buffer.from("ffffffff", "hex")]);
  expect(withStoredResults(writeXlsbRecord(xlsbRecord.textFormula, endless))).toBeUndefined();
});
