import type { KindOutcomes } from "./outcome.ts";

export const mht: KindOutcomes = {
  "lorem-ipsum.mht": {
    pages: 2,
    words: ["Variatio Ipsius Lorem ipsum dolor sit amet", "waived all copyright and related or neighboring rights"],
  },
};
