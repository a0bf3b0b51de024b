import type { KindOutcomes } from "./outcome.ts";

export const docm: KindOutcomes = {
  "cpansearch.perl.org_src_tobyink_acme-rundoc-0.001_word-lib_hello_world.docm": {
    pages: 1,
    // An old binary document in spite of its name; its project has no code.
    words: ["package Hello::World;", "say “Hello world!”;"],
  },
  "quarterly-report.docm": { pages: 1, words: ["The quick brown fox."], warnings: ["macros-not-run"] },
};
