import { readFile } from "node:fs/promises";
import type { PageReading, ReadingProblem } from "@sheaf/contracts/reading.ts";
import type { Engine } from "@sheaf/engine/engine-api.ts";
import { fakeEngine } from "./fake-engine.ts";

interface Hooks {
  /** Called before a file is read, with its text. */
  reading?(text: string, practiceId: string): Promise<void>;
  readingLanguages?: string[];
}

/**
 * A fake engine whose files have pages, separated by "|". Words of a page say what it is like: "turned-180" proposes a
 * turn, "small-110" is too small at 110 dots per inch, "unreadable" is not read.
 */
export function readingEngine({ reading, readingLanguages = ["eng"] }: Hooks = {}): Engine {
  const fake = fakeEngine();
  return {
    ...fake,
    health: () => ({ ...fake.health(), readingLanguages }),
    async convertFile(...given) {
      const result = await fake.convertFile(...given);
      if (result.outcome !== "converted") return result;
      return { ...result, pages: (await readFile(given[0].path, "utf8")).split("|").length };
    },
    async *read(path, options) {
      const text = await readFile(path, "utf8");
      await reading?.(text, options.practiceId);
      options.signal?.throwIfAborted();
      for (const [index, page] of text.slice(1, -1).split("|").entries()) yield pageOf(page, index + 1);
    },
  };
}

function pageOf(text: string, page: number): PageReading {
  const isUnread = text.includes("unreadable");
  const words = isUnread ? [] : (text.match(/\S+/g) ?? []);
  const dpi = /small-(\d+)/.exec(text)?.[1];
  const turn = /turned-(90|180|270)/.exec(text)?.[1];
  const problem: ReadingProblem | null = dpi === undefined ? null : "small";
  const picture = { dpi: Number(dpi ?? 300), sharpness: 1, contrast: 1, skew: 0, coverage: 1, problem };
  return {
    page,
    width: 595.276,
    height: 841.89,
    source: isUnread ? "unread" : "ocr",
    language: null,
    confidence: words.length === 0 ? null : 90,
    lines: [{ baseline: [50, 60, 500, 60], size: 11 }],
    words: words.map((word, index) => ({
      text: word,
      box: [50 + 60 * index, 50, 100 + 60 * index, 61],
      confidence: 90,
      line: 0,
    })),
    readability: isUnread ? null : picture,
    turn: turn === undefined ? 0 : (Number(turn) as 90 | 180 | 270),
    facts: [],
  };
}
