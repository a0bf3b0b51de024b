import type { KindOutcomes } from "./outcome.ts";

export const mhtml: KindOutcomes = {
  "testMHTMLFirefox.mhtml": {
    pages: 3,
    words: [
      "Aperture a Java framework for getting data and metadata",
      "Main Entry: ap·er·ture (sounds like this)",
      "2. a : the opening in a photographic lens that admits the light",
      "Supported File Formats",
      "Graphical design by Pixul.net. Used with permission.",
    ],
  },
};
