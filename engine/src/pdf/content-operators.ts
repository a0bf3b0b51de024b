import { PDFContext, type PDFObject } from "@cantoo/pdf-lib";
import { createSyntaxReader, StrictReadError, type SyntaxReader } from "./syntax.ts";
import { isSpace } from "./syntax-bytes.ts";

/** An operator of a content stream with its operands. */
export interface ContentOperator {
  operator: string;
  operands: PDFObject[];
  /** The position of its first operand, or of the space before, and the position after the operator. */
  from: number;
  to: number;
}

/**
 * Reads a content stream (ISO 32000-1, 7.8.2). Data of pictures within it is skipped.
 * @throws StrictReadError for content that cannot be read
 */
export function* operatorsOf(content: Buffer): Generator<ContentOperator, void, void> {
  const syntax = createSyntaxReader(content, PDFContext.create());
  let operands: PDFObject[] = [];
  let from = 0;
  while (!syntax.isAtEnd()) {
    const operator = syntax.operator();
    if (operator === undefined) {
      operands.push(syntax.value());
      continue;
    }
    const to = syntax.at;
    if (operator === "ID") skipInlinePicture(syntax, content);
    yield { operator, operands, from, to };
    operands = [];
    from = syntax.at;
  }
}

/**
 * Skips inline image data, which ends at an "EI" between spaces. If this "EI" is part of the data, parsing the rest
 * usually fails.
 */
function skipInlinePicture(syntax: SyntaxReader, content: Buffer): void {
  for (let at = content.indexOf("EI", syntax.at); at >= 0; at = content.indexOf("EI", at + 1)) {
    if (!isSpace(content[at - 1]) || !(at + 2 === content.length || isSpace(content[at + 2]))) continue;
    syntax.at = at + 2;
    return;
  }
  throw new StrictReadError("A picture within the content has no end");
}
