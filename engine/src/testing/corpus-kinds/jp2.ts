import type { KindOutcomes } from "./outcome.ts";

const damaged = { refused: "damaged", detail: /is damaged and cannot be read/ } as const;

export const jp2: KindOutcomes = {
  "balloon_kdu61.jp2": { pages: 1, drawn: 0.5 },
  "balloon_trunc3.jp2": damaged, // bytes are missing in the middle; other readers refuse it, too
  "expected_to_read.jp2": damaged, // the box with its size has another name
  "invalid_header_length.jp2": { pages: 1, drawn: 0.15 }, // only the box with its resolution is too long
};
