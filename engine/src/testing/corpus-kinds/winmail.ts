import type { ItemOutcome, KindOutcomes } from "./outcome.ts";

const page = (...words: string[]): ItemOutcome => ({ path: "Message.html", pages: 1, words });

export const winmail: KindOutcomes = {
  "bug52400-winmail-simple.dat": {
    items: [page("Sent 31 Oct 2013, 22:12 (UTC) Subject Testing TNEF Message", "This is the message body.")],
  },
  "bug52400-winmail-with-attachments.dat": {
    items: [
      page("Attachments scion_tc_2007_maintenanceguide.pdf; Duke_Wave.png", "There are also two attachments."),
      { path: "scion_tc_2007_maintenanceguide.pdf", pages: 31, words: ["Scheduled Maintenance Guide"] },
      { path: "Duke_Wave.png", pages: 1, drawn: 0.2 },
    ],
  },
  "bug63955-winmail.dat": {
    items: [
      { path: "Message.html", setAside: /has no text/ },
      { path: "SI-61597.pdf", pages: 1, words: ["Fakturanr 61597"] },
      { path: "SI-61598.pdf", pages: 1, words: ["Fakturanr 61598"] },
    ],
  },
  /** The message states no sender. Its text is RTF without HTML. */
  "quick-winmail.dat": {
    items: [
      page("Attachments quick.doc; quick.html; quick.pdf; quick.txt; quick.xml", "Five files from Hell!"),
      { path: "quick.doc", pages: 1, words: ["The quick brown fox jumps over the lazy dog"] },
      { path: "quick.html", pages: 1, words: ["The quick brown fox jumps over the lazy dog"] },
      { path: "quick.pdf", pages: 1, words: ["The quick brown fox jumps over the lazy dog"] },
      { path: "quick.txt", pages: 1, words: ["Le renard brun rapide saute par-dessus le chien paresseux"] },
      { path: "quick.xml", refused: "unsupported", detail: /is an XML file that is not an invoice/ },
    ],
  },
};
