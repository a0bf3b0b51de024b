import { expect, test } from "vitest";
import type { Recognise } from "../tesseract.ts";
import { readUpright } from "./read-upright.ts";
import { drawnLines, someLines } from "./testing.ts";

const aLine = (text: string, box: string, angle = 0) =>
  `<span class='ocr_line' title="bbox ${box}; textangle ${angle}; x_size 40; baseline 0 0"><span class='ocrx_word' title='bbox ${box}; x_wconf 95'>${text}</span></span>`;
const sideways = aLine("Appendix", "10 20 50 220", 90);
const upright = (text: string) => aLine(text, "10 20 210 60");

/** A reader of words that gives one answer after the other, and cannot tell the orientation. */
function answering(...answers: string[]): Recognise {
  return async (_, { mode }) => (mode === "orientation" ? "" : (answers.shift() ?? ""));
}

async function turnOf(...answers: string[]): Promise<number> {
  const picture = await drawnLines(someLines, { turned: 90 });
  const toGiven = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;
  const options = { languages: ["eng"], recognise: answering(...answers), dpi: 300 };
  return (await readUpright({ picture, toGiven, inkTiles: 100, grain: 0 }, options)).turn;
}

test("a page on its side is turned to where it gives clearly more", async () => {
  expect(await turnOf(sideways, upright("xe"), upright("Appendix"))).toBe(270);
  expect(await turnOf(sideways, upright("Appendix"), upright("xe"))).toBe(90);
});

test("a page that gives the same in two turns is left as it lies", async () => {
  expect(await turnOf(sideways, upright("xipueddy"), upright("Appendix"))).toBe(0);
});

test("a page that gives nothing more turned is left as it lies", async () => {
  expect(await turnOf(upright("Appendix"), upright("xipueddy"))).toBe(0);
});
