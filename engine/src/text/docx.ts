import { declaration, writeOfficePackage } from "../sheet/office-package.ts";
import { xmlText } from "../sheet/xml-text.ts";
import { margin, type TextLayout } from "./layout.ts";

const twips = (points: number) => Math.round(points * 20);
const main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/** LibreOffice takes minutes to break a longer paragraph into lines. */
const longestParagraph = 4_000;

/** Writes a DOCX document in a monospaced font, with a paragraph for each line and a page break before each page. */
export function writeTextDocx(path: string, pages: string[][], layout: TextLayout): Promise<void> {
  const document = { folder: "word", name: "document.xml", format: "wordprocessingml", kind: "document" };
  return writeOfficePackage(
    path,
    document,
    [["styles", "styles.xml"]],
    [
      ["word/styles.xml", styles(layout)],
      ["word/document.xml", documentXml(pages, layout)],
    ],
  );
}

function styles({ fontSize, lineHeight }: TextLayout): string {
  const halfPoints = fontSize * 2;
  // With an exact line height, lines of all scripts have the same distance, so that pages can be counted beforehand.
  return `${declaration}<w:styles xmlns:w="${main}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Liberation Mono" w:hAnsi="Liberation Mono" w:cs="Liberation Mono" w:eastAsia="Noto Sans Mono CJK SC"/><w:noProof/><w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:widowControl w:val="0"/><w:spacing w:before="0" w:after="0" w:line="${twips(lineHeight)}" w:lineRule="exact"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style></w:styles>`;
}

function* documentXml(pages: string[][], { landscape }: TextLayout): Generator<string> {
  yield `${declaration}<w:document xmlns:w="${main}"><w:body>`;
  for (const [page, lines] of pages.entries()) {
    for (const [index, line] of lines.entries()) {
      for (const [piece, text] of splitLongLine(line).entries())
        yield paragraph(text, page > 0 && index === 0 && piece === 0);
    }
  }
  const [width, height] = landscape ? [16838, 11906] : [11906, 16838];
  const edge = twips(margin);
  yield `<w:sectPr><w:pgSz w:w="${width}" w:h="${height}"${landscape ? ' w:orient="landscape"' : ""}/><w:pgMar w:top="${edge}" w:right="${edge}" w:bottom="${edge}" w:left="${edge}" w:header="0" w:footer="0" w:gutter="0"/></w:sectPr></w:body></w:document>`;
}

const rightToLeft = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

function paragraph(text: string, newPage: boolean): string {
  const properties = (newPage ? "<w:pageBreakBefore/>" : "") + (rightToLeft.test(text) ? "<w:bidi/>" : "");
  return `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${text && `<w:r><w:t xml:space="preserve">${xmlText(text)}</w:t></w:r>`}</w:p>`;
}

/** Splits a very long line into paragraphs, after a space where there is one. */
function splitLongLine(line: string): string[] {
  if (line.length <= longestParagraph) return [line];
  const found: string[] = [];
  for (let rest = line; rest.length > 0; ) {
    const space = rest.lastIndexOf(" ", longestParagraph);
    const cut =
      rest.length <= longestParagraph ? rest.length : space > longestParagraph / 2 ? space + 1 : longestParagraph;
    found.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return found;
}
