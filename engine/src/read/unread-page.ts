import type { PageReading } from "@sheaf/contracts/reading.ts";

/** In points. */
const a4 = { width: 595.276, height: 841.89 };

/**
 * Returns the reading of a page on which nothing was read.
 * @param page from 1
 * @param size in points
 */
export const unreadPage = (page: number, { width, height }: { width: number; height: number } = a4): PageReading => ({
  page,
  width,
  height,
  source: "unread",
  language: null,
  confidence: null,
  lines: [],
  words: [],
  readability: null,
  turn: 0,
  facts: [],
});
