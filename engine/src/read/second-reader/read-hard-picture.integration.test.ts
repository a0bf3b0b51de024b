import { describe, expect, test } from "vitest";
import { isSecondReaderInstalled } from "./models.ts";
import { readHardPicture } from "./read-hard-picture.ts";
import { paleReceipt, receipt } from "./testing.ts";

describe.skipIf(!isSecondReaderInstalled())("a hard picture (skipped when the second reader is not installed)", () => {
  test("its lines are read from the top down, divided into words, with boxes where they are", async () => {
    const picture = await paleReceipt();
    const { lines, words } = (await readHardPicture(picture, { dpi: 150, sourceDpi: 150 })) ?? { lines: [], words: [] };
    const texts = lines.map((_, line) => words.filter((word) => word.line === line).map(({ text }) => text));
    expect(texts.map((line) => line.join(" "))).toEqual(receipt);

    const [total, amount] = words.slice(-2);
    const [left, top, right, bottom] = amount?.box ?? [0, 0, 0, 0];
    expect(left).toBeGreaterThan(total?.box[2] ?? 0);
    expect(right - left).toBeGreaterThan(40);
    expect(right - left).toBeLessThan(60);
    expect([top, bottom]).toEqual([expect.closeTo(322, -1.5), expect.closeTo(346, -1.5)]);
    expect(amount?.confidence).toBeGreaterThan(60);
  });

  test("a picture without text has no lines, and one without time none that were begun", async () => {
    const empty = { pixels: new Uint8Array(300 * 200).fill(255), width: 300, height: 200 };
    expect(await readHardPicture(empty, { dpi: 300, sourceDpi: null })).toEqual({ lines: [], words: [] });
    expect(await readHardPicture(await paleReceipt(), { dpi: 150, sourceDpi: 150, timeMs: 0 })).toBeNull();
  });
});
