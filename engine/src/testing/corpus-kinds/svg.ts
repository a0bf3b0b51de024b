import type { KindOutcomes } from "./outcome.ts";

/** Icons keep their size of a few millimetres. */
export const svg: KindOutcomes = {
  "barChart.svg": { pages: 1, words: ["60", "Shoe", "Car", "Travel", "Computer"], drawn: 0.02 },
  "comment-popup-editButton.svg": { pages: 1, drawn: 0.00005 },
  "link.svg": { pages: 1, drawn: 0.02 },
  "testSVG.svg": { pages: 1, drawn: 0.0005 },
  "toolbarButton-print.svg": { pages: 1, drawn: 0.00005 },
};
