import { join } from "node:path";
import { StandardFonts } from "@cantoo/pdf-lib";
import type { Turn } from "@sheaf/contracts/arrangement.ts";
import { expect, test } from "vitest";
import { assemble } from "../pdf/assemble.ts";
import { choosePages } from "../pdf/choose-pages.ts";
import { workFolder } from "../pdf/testing.ts";
import { added, aLine, aReading, aScan, overlap, wordsInPdfium } from "./text-layer/testing.ts";
import { turnedPage } from "./turned-page.ts";

test.each<Turn>([0, 90, 180, 270])(
  "words of a page that an arrangement turns by %i degrees stay on what they name",
  async (turn) => {
    const printed = await aScan(1, async (document) => {
      const font = await document.embedFont(StandardFonts.Courier);
      document.getPage(0).drawText("Kestrel", { x: 100, y: 641.89, size: 20, font });
    });
    const { line, words } = aLine(["Kestrel"], { x: 100, y: 200, size: 20 });
    const reading = aReading(1, [line], words);

    const inPrint = (await wordsInPdfium(await turned(printed, turn)))[0]?.[0];
    const page = turnedPage(reading, turn);
    const { path } = await added(await turned(await aScan(), turn), [page]);
    const inText = (await wordsInPdfium(path))[0]?.[0];

    expect(page).toMatchObject(turn % 180 === 0 ? { width: 595.276 } : { width: 841.89 });
    // Courier's letters are 0.6 of its size wide; the word was laid out with 0.5.
    expect(overlap(inPrint?.box ?? [0, 0, 0, 0], page.words[0]?.box ?? [0, 0, 0, 0])).toBeGreaterThan(0.6);
    expect(overlap(inText?.box ?? [0, 0, 0, 0], page.words[0]?.box ?? [0, 0, 0, 0])).toBeGreaterThan(0.95);
  },
);

async function turned(path: string, turn: Turn): Promise<string> {
  const folder = await workFolder();
  const outPath = join(folder, "turned.pdf");
  const chosen = choosePages([{ path, title: "Scan" }], [{ source: 0, page: 1, turn }], folder);
  await assemble({ ...chosen, title: "Turned", outPath });
  return outPath;
}
