import type { ItemOutcome, KindOutcomes } from "./outcome.ts";

const animation = (name: string): ItemOutcome => {
  return { path: `animatedgifs_historicaldates/${name}`, pages: 1, warnings: ["first-frame-only"], drawn: 0.5 };
};
const sheet = (name: string, ...words: string[]): ItemOutcome => {
  return { path: `spreadsheets_historicaldates/spreadsheet-${name}`, pages: 1, words };
};
const invoice = (path: string, ...words: string[]): ItemOutcome => ({ path, pages: 1, words });

export const zip: KindOutcomes = {
  "animatedgifs_historicaldates.zip": {
    items: [animation("embedded-animatedgif-image.gif"), animation("image-animatedgif-72ppi.gif")],
  },
  /** A Word document under an archive's name. */
  "reader.docx.zip": { pages: 2, words: ["Section 1", "Paragraph style."], warnings: ["font-substituted"] },
  "sample_data.zip": {
    items: [
      invoice("Test/Invoice_6.pdf", "Contoso Suites", "First Up Consultants"),
      invoice("Test/Invoice_7.pdf", "Margie's Travel", "The Phone Company"),
      invoice("Train/Invoice_1.pdf", "Contoso", "Microsoft"),
      invoice("Train/Invoice_2.pdf", "AdventureWorks", "Contoso"),
      invoice("Train/Invoice_3.pdf", "Microsoft", "Alpine Ski House"),
      invoice("Train/Invoice_4.pdf", "Microsoft", "Southridge Video"),
      invoice("Train/Invoice_5.pdf", "Microsoft", "Wingtip Toys"),
    ],
  },
  "spreadsheets_historicaldates.zip": {
    items: [
      {
        path: "spreadsheets_historicaldates/spreadsheet-calcs_passwordprotected.xls",
        refused: "password",
        detail: /is password-protected\. Enter its password/,
      },
      sheet("excel2003-calcs.xls", "Calculations", "11.511"),
      sheet("excel2003-calcsandchart.xls", "Calculations & Chart", "11.511"),
      sheet("excel2003-nocalcs.xls", "No calculations", "7.2"),
      sheet("excel5-95-calcs.xls", "Calculations", "11.511"),
      sheet("excel5-95-calcsandchart.xls", "Calculations & Chart", "11.511"),
      sheet("excel5-95-nocalcs.xls", "No calculations", "7.2"),
      sheet("msxl-pc.csv", "Column 3", "1.233"),
    ],
  },
  "testZip_overlappingNames.zip": {
    items: [
      { path: "f1.txt", pages: 1, words: ["hello world"] },
      { path: "f1 (2).txt", refused: "damaged", detail: /has a name that is not safe to unpack\./ },
    ],
  },
  /** Its directory states positions as if no sizes followed the data; Info-ZIP's unzip finds no more in it. */
  "testZip_with_DataDescriptor.zip": { refused: "damaged", detail: /is damaged and cannot be read\./ },
};
