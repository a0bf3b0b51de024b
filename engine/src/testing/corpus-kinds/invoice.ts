import type { KindOutcome, KindOutcomes } from "./outcome.ts";

/** Sets of tests of the standard's rules, with invoices in parts. */
const testSet: KindOutcome = {
  refused: "unsupported",
  detail: /is an XML file that is not an invoice \(its root element is testSet\)\. Save it as PDF and replace it\.$/,
};

export const invoice: KindOutcomes = {
  "BIS_Billing_30-Factoring.xml": {
    pages: 2,
    words: [
      "No. 7023708",
      "€115,000.00",
      "by 29 September 2017",
      "Räffld trådspik, 5 tum, galv",
      "5 drums",
      "SE:BANKGIRO",
    ],
  },
  "BIS_Billing_30-Rabatter_och_avgifter.xml": {
    pages: 2,
    words: ["SEK 224,600.00", "Campaign discount", "Målning (ACJ), 50% of SEK 3,000.00: SEK 1,500.00", "per 5 each"],
  },
  "BR-16.xml": testSet,
  "BR-41.xml": testSet,
  "BR-49.xml": testSet,
  "BR-50.xml": testSet,
  "BR-51.xml": testSet,
  "BR-CO-12.xml": testSet,
  "BR-CO-15.xml": testSet,
  "BR-IC-08.xml": testSet,
  "BR-Z-09.xml": testSet,
  "EN16931_SEPA_Prenotification.ubl.xml": {
    pages: 2,
    words: ["No. 471102", "Lieferant GmbH", "SEPA direct debit (59)", "Trennblätter A4", "€529.87"],
  },
  "factur-x-basic.xml": {
    pages: 3,
    words: [
      "No. F20260023",
      "€104.90",
      "by 2 March 2026",
      "FR20 1254 2547 2569 8542 5874 698",
      "Seller's tax representative",
    ],
  },
  "issue116.xml": { pages: 2, words: ["No. 2018210", "SÄLJARNAMNET", "30 dagar netto. Dröjsmålsränta:12 %"] },
  "not_validating_full_invoice_based_onTest_EeISI_300_CENfullmodel.cii.xml": {
    items: [
      {
        path: "Invoice.xml",
        pages: 3,
        words: ["No. Test_EeISI_100", "Debited account identifier", "NOK 4.60", "Not subject to VAT (VATEX-EU-O)"],
      },
      { path: "filename0.pdf", refused: "unsupported", detail: /holds only plain text and is no PDF file/ },
    ],
  },
};
