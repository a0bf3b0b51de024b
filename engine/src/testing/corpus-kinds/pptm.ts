import type { KindOutcomes } from "./outcome.ts";

export const pptm: KindOutcomes = {
  "SimpleMacro.pptm": { pages: 1, words: ["This is a macro slideshow!!", "subtitle"], warnings: ["macros-not-run"] },
  "testPPT_macros.pptm": { pages: 1, words: ["The quick"], warnings: ["macros-not-run"] },
};
