import type { KindOutcomes } from "./outcome.ts";

export const xltx: KindOutcomes = {
  "testEXCEL_template.xltx": { pages: 1, words: ["this is a template"] },
};
