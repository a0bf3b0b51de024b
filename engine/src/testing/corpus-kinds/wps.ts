import type { KindOutcomes } from "./outcome.ts";

export const wps: KindOutcomes = {
  "testWORKS.wps": { pages: 1, words: ["This is an example document made with Microsoft Works Word Processor 7.0"] },
  "testWORKS2000.wps": {
    pages: 1,
    words: ["This is an example document made with Microsoft Works Word Processor 7.0"],
  },
};
