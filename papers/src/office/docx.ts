import { escapeXml } from "../page/svg.ts";
import { containerOf, relationsPart } from "./container.ts";

const wordMarkup = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const wordType = "application/vnd.openxmlformats-officedocument.wordprocessingml";

export interface ParagraphLook {
  bold?: boolean;
  italic?: boolean;
  /** Font size in points; the document's default when omitted. */
  size?: number;
  /** "rrggbb" */
  colour?: string;
  align?: "left" | "center" | "right";
  /** Space below the paragraph, in points. */
  after?: number;
  /** Colour of a line below the paragraph. */
  ruled?: string;
}

export type Block = { words: string; look?: ParagraphLook } | { rows: string[][]; widths: number[] };

export interface LetterFile {
  font: string;
  /** In points. */
  size: number;
  blocks: Block[];
  /** Footer in small, centred text. */
  foot: string;
}

/** Writes a letter on A4. The last column of a table is aligned right, and its first row is bold. */
export function docxOf({ font, size, blocks, foot }: LetterFile): Promise<Uint8Array> {
  const fonts = `<w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:cs="${font}"/>`;
  const styles = `<w:styles xmlns:w="${wordMarkup}"><w:docDefaults><w:rPrDefault><w:rPr>${fonts}<w:sz w:val="${size * 2}"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults></w:styles>`;
  const section =
    '<w:sectPr><w:footerReference w:type="default" r:id="rId2"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1080" w:right="1304" w:bottom="1080" w:left="1304" w:header="708" w:footer="624" w:gutter="0"/></w:sectPr>';
  const body = blocks.map((block) => ("rows" in block ? table(block) : paragraph(block.words, block.look))).join("");
  return containerOf([
    relationsPart("", [["officeDocument", "word/document.xml"]]),
    {
      path: "word/document.xml",
      type: `${wordType}.document.main+xml`,
      xml: `<w:document xmlns:w="${wordMarkup}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>${body}${section}</w:body></w:document>`,
    },
    relationsPart("word/document.xml", [
      ["styles", "styles.xml"],
      ["footer", "footer1.xml"],
    ]),
    { path: "word/styles.xml", type: `${wordType}.styles+xml`, xml: styles },
    {
      path: "word/footer1.xml",
      type: `${wordType}.footer+xml`,
      xml: `<w:ftr xmlns:w="${wordMarkup}">${paragraph(foot, { size: 7.5, colour: "5B626B", align: "center", after: 0 })}</w:ftr>`,
    },
  ]);
}

function paragraph(words: string, look: ParagraphLook = {}): string {
  const rule = look.ruled
    ? `<w:pBdr><w:bottom w:val="single" w:sz="8" w:space="6" w:color="${look.ruled}"/></w:pBdr>`
    : "";
  const after = look.after === undefined ? "" : `<w:spacing w:after="${look.after * 20}"/>`;
  const align = look.align ? `<w:jc w:val="${look.align}"/>` : "";
  return `<w:p><w:pPr>${rule}${after}${align}</w:pPr><w:r><w:rPr>${look.bold ? "<w:b/>" : ""}${look.italic ? "<w:i/>" : ""}${look.colour ? `<w:color w:val="${look.colour}"/>` : ""}${look.size ? `<w:sz w:val="${look.size * 2}"/>` : ""}</w:rPr><w:t xml:space="preserve">${escapeXml(words)}</w:t></w:r></w:p>`;
}

/** @param widths of its columns, in twentieths of a point */
function table({ rows, widths }: { rows: string[][]; widths: number[] }): string {
  const edges = ["top", "bottom", "insideH"].map((edge) => `<w:${edge} w:val="single" w:sz="4" w:color="9AA3AE"/>`);
  const cell = (words: string, column: number, row: number) =>
    `<w:tc><w:tcPr><w:tcW w:w="${widths[column]}" w:type="dxa"/></w:tcPr>${paragraph(words, {
      bold: row === 0,
      align: column === widths.length - 1 ? "right" : "left",
      after: 2,
    })}</w:tc>`;
  return `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>${edges.join("")}</w:tblBorders></w:tblPr><w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join("")}</w:tblGrid>${rows
    .map((cells, row) => `<w:tr>${cells.map((words, column) => cell(words, column, row)).join("")}</w:tr>`)
    .join("")}</w:tbl>${paragraph("", { after: 4 })}`;
}
