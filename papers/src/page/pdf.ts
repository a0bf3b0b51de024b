import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from "@cantoo/pdf-lib";
import { a4, type Mark, type Sheet } from "./sheet.ts";

/** Standard fonts by family, in regular, bold, italic and bold italic; every PDF viewer has them. */
const fonts = {
  sans: ["Helvetica", "HelveticaBold", "HelveticaOblique", "HelveticaBoldOblique"],
  serif: ["TimesRoman", "TimesRomanBold", "TimesRomanItalic", "TimesRomanBoldItalic"],
  mono: ["Courier", "CourierBold", "CourierOblique", "CourierBoldOblique"],
} as const;

export interface PdfFacts {
  title: string;
  /** The producer named in the PDF's metadata. */
  producer: string;
  date: Date;
}

/**
 * Writes a PDF.
 * @param password makes the PDF encrypted; its bytes then differ each time, since encryption uses a random salt
 */
export async function pdfOf(sheets: Sheet[], facts: PdfFacts, password?: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.setTitle(facts.title);
  pdf.setProducer(facts.producer);
  pdf.setCreationDate(facts.date);
  pdf.setModificationDate(facts.date);
  const embedded = new Map<string, PDFFont>();
  const fontOf = (mark: Mark & { kind: "text" }) => {
    const name = fonts[mark.family][(mark.bold ? 1 : 0) + (mark.italic ? 2 : 0)] ?? "Helvetica";
    const font = embedded.get(name) ?? pdf.embedStandardFont(StandardFonts[name]);
    embedded.set(name, font);
    return font;
  };
  for (const sheet of sheets) {
    const page = pdf.addPage([a4.width, a4.height]);
    for (const mark of sheet.marks) put(page, mark, fontOf);
  }
  if (password) pdf.encrypt({ userPassword: password, ownerPassword: `${password}, owner` });
  return pdf.save();
}

function put(page: PDFPage, mark: Mark, fontOf: (mark: Mark & { kind: "text" }) => PDFFont): void {
  const colour = colourOf(mark.colour);
  if (mark.kind === "box") {
    const { x, y, width, height } = mark;
    page.drawRectangle({ x, y: a4.height - y - height, width, height, color: colour });
  } else if (mark.kind === "line") {
    page.drawLine({
      start: { x: mark.x1, y: a4.height - mark.y1 },
      end: { x: mark.x2, y: a4.height - mark.y2 },
      thickness: mark.width,
      color: colour,
    });
  } else {
    const font = fontOf(mark);
    const width = font.widthOfTextAtSize(mark.words, mark.size);
    const x = mark.x - { left: 0, centre: width / 2, right: width }[mark.align];
    page.drawText(mark.words, { x, y: a4.height - mark.y, size: mark.size, font, color: colour });
  }
}

function colourOf(hex: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return rgb(red, green, blue);
}
