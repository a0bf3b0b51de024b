import type { KindOutcomes } from "./outcome.ts";

/** Icons of 3 cm. The second name is cut off in the file, too; letters of the third are placed one by one. */
export const emf: KindOutcomes = {
  "generic-icon.emf": { pages: 1, drawn: 0.0001 },
  "pptx-icon.emf": { pages: 1, words: ["Microsoft", "PowerPoint"], drawn: 0.0005 },
  "xlsx-icon.emf": { pages: 1, words: ["Worksheet"], drawn: 0.0005 },
};
