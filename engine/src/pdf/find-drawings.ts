import { PDFContext, PDFName, type PDFObject } from "@cantoo/pdf-lib";
import { identity, type Matrix, multiply } from "./geometry.ts";
import { asNumber } from "./objects.ts";
import { createSyntaxReader, StrictReadError, type SyntaxReader } from "./syntax.ts";
import { isSpace } from "./syntax-bytes.ts";

/** A picture or form that a content stream draws by its name. */
export interface Drawing {
  name: PDFName;
  /** From the unit square of a picture, or the space of a form, to that of the content. */
  matrix: Matrix;
}

/**
 * Finds the pictures and forms that a content stream draws by name, and their positions (ISO 32000-1, 8.4.4 and 8.8).
 * @returns undefined when part of the content cannot be parsed, so that the list would be incomplete
 */
export function findDrawings(content: Buffer): Drawing[] | undefined {
  try {
    return read(createSyntaxReader(content, PDFContext.create()), content);
  } catch (error) {
    if (error instanceof StrictReadError) return undefined;
    throw error;
  }
}

function read(syntax: SyntaxReader, content: Buffer): Drawing[] {
  const drawings: Drawing[] = [];
  const saved: Matrix[] = [];
  let matrix: Matrix = identity;
  let operands: PDFObject[] = [];
  while (!syntax.isAtEnd()) {
    const operator = syntax.operator();
    if (operator === undefined) {
      operands.push(syntax.value());
      continue;
    }
    const last = operands.at(-1);
    if (operator === "q") saved.push(matrix);
    else if (operator === "Q") matrix = saved.pop() ?? matrix;
    else if (operator === "cm") matrix = multiply(matrixOf(operands), matrix);
    else if (operator === "Do" && last instanceof PDFName) drawings.push({ name: last, matrix });
    else if (operator === "ID") skipInlinePicture(syntax, content);
    operands = [];
  }
  return drawings;
}

/** Returns the last six operands, which are those that viewers use. */
function matrixOf(operands: PDFObject[]): Matrix {
  const [a, b, c, d, e, f] = operands.slice(-6).map(asNumber);
  if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined || f === undefined) {
    throw new StrictReadError("A matrix has fewer than six numbers");
  }
  return [a, b, c, d, e, f];
}

/**
 * Skips inline image data, which ends at an "EI" between spaces. If this "EI" is part of the data, parsing the rest
 * usually fails.
 */
export function skipInlinePicture(syntax: SyntaxReader, content: Buffer): void {
  for (let at = content.indexOf("EI", syntax.at); at >= 0; at = content.indexOf("EI", at + 1)) {
    if (!isSpace(content[at - 1]) || !(at + 2 === content.length || isSpace(content[at + 2]))) continue;
    syntax.at = at + 2;
    return;
  }
  throw new StrictReadError("A picture within the content has no end");
}
