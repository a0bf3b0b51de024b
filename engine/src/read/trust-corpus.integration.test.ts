import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PdfiumError, withPdfium } from "../pdf/pdfium.ts";
import { withPage } from "./open-page.ts";
import { exchangedLetters } from "./testing.ts";
import { type TextLayer, textLayerOf } from "./text-layer.ts";
import { worthOf } from "./trust.ts";

const corpus = join(import.meta.dirname, "..", "..", "..", "..", "shared", "corpus", "pdf");
/** Pages with fewer words do not tell. */
const wordsThatTell = 10;

/** Returns the text layers of the first two pages of each PDF. */
async function layersOfCorpus(): Promise<[name: string, layer: TextLayer][]> {
  const layers: [string, TextLayer][] = [];
  for (const name of readdirSync(corpus)) {
    await withPdfium(join(corpus, name), "", (opened) => {
      for (let index = 0; index < Math.min(2, opened.pages); index++) {
        const layer = withPage(opened, index, textLayerOf);
        if (layer && layer.words.length >= wordsThatTell) layers.push([`${name}, page ${index + 1}`, layer]);
      }
    }).catch((error) => {
      if (!(error instanceof PdfiumError)) throw error;
    });
  }
  return layers;
}

const reworded = (layer: TextLayer, change: (character: string) => string): TextLayer => ({
  ...layer,
  words: layer.words.map((word) => ({ ...word, text: [...word.text].map(change).join("") })),
});

describe.skipIf(!existsSync(corpus))("text layers of real PDFs (skipped when ../shared/corpus is not there)", () => {
  test("are believed, and not when their letters are exchanged", { timeout: 120_000 }, async () => {
    const layers = await layersOfCorpus();
    expect(layers.length).toBeGreaterThan(20);
    expect(layers.filter(([, layer]) => worthOf(layer, 0) !== "good").map(([name]) => name)).toEqual([]);

    const latin = layers.filter(([, { words }]) => words.some(({ text }) => /[a-z]{4}/i.test(text)));
    for (const seed of [1, 2, 3, 4, 5]) {
      const exchange = exchangedLetters(seed);
      const missed = latin.filter(([, layer]) => worthOf(reworded(layer, exchange), 0) !== "garbled");
      // 18 of 19, and more
      expect(missed.length, missed.map(([name]) => name).join()).toBeLessThanOrEqual(latin.length / 19);
    }
  });
});
