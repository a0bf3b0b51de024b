import type { KindOutcomes } from "./outcome.ts";

/** The pages stay as they are, and the invoice inside as XML is no attachment; other files inside are left out. */
export const hybrid: KindOutcomes = {
  "EN16931_Rabatte.pdf": { pages: 3, words: ["Handelsrechnung (380) Nr. 471102 vom 05.06.2018", "Kunden AG Mitte"] },
  "MustangGnuaccountingBeispielRE-20140703_502.pdf": {
    pages: 1,
    words: ["Rechnung # RE-20140703/502 vom 03.07.2014", "Summe inkl. USt: 571,04 €"],
  },
  "XRECHNUNG_Betriebskostenabrechnung.pdf": {
    pages: 3,
    words: ["Grundbesitz GmbH & Co.", "04011000-12345-34"],
    warnings: ["attachments-removed"],
  },
  "additional-data-sample-1.pdf": {
    pages: 1,
    words: ["R87654321012345", "MUSTERLIEFERANT GMBH"],
    warnings: ["attachments-removed"],
  },
  "invoice_EN16931.pdf": { pages: 1, words: ["F20260023", "SELLER TAX REP"], warnings: ["attachments-removed"] },
  "zugferd_2p0_EXTENDED_Warenrechnung.pdf": { pages: 3, words: ["Handelsrechnung Nr. R87654321012345 vom 06.08.2018"] },
  "zugferd_2p1_EN16931_Rechnungskorrektur.pdf": {
    pages: 3,
    words: ["Rechnungskorrektur Nr. RK21012345 vom 16.09.2018"],
  },
  "zugferd_2p1_EN16931_SEPA_Prenotification.pdf": { pages: 2, words: ["Handelsrechnung Nr. 471102 vom 05.03.2018"] },
};
