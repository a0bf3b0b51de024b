import type { KindOutcomes } from "./outcome.ts";

export const pages: KindOutcomes = {
  "pages_iwork09.pages": {
    pages: 2,
    words: ["Sample pages document", "Cell nine", "Extensible Markup Language (XML) is a ubiquitous"],
    warnings: ["layout-simplified"],
  },
  "testPagesComments.pages": {
    pages: 2,
    words: [
      "Both Pages 1.x and Keynote 2.x",
      "this should be page 2",
      "distribute content analysis across multiple machines.",
    ],
    warnings: ["layout-simplified"],
  },
  "testPagesHeadersFootersFootnotes.pages": {
    pages: 2,
    words: ["THIS IS SOME HEADER TEXT", "THIS IS SOME FOOTER TEXT", "Footnote: UIMA spec created by OASIS."],
    warnings: ["layout-simplified"],
  },
};
