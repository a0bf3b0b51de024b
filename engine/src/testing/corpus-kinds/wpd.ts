import type { KindOutcomes } from "./outcome.ts";

export const wpd: KindOutcomes = {
  "opinion_wpd.wpd": {
    pages: 9,
    words: ["SUPREME COURT OF INDIANA", "SHEPARD, Chief Justice.", "We thus affirm the judgment of the trial court."],
  },
  "testWordPerfect.wpd": { pages: 1, words: ["APPENDIX ‘A’", "AND FURTHER"] },
};
