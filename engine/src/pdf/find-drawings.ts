import { PDFName, type PDFObject } from "@cantoo/pdf-lib";
import { operatorsOf } from "./content-operators.ts";
import { identity, type Matrix, multiply } from "./geometry.ts";
import { asNumber } from "./objects.ts";
import { StrictReadError } from "./syntax.ts";

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
    return read(content);
  } catch (error) {
    if (error instanceof StrictReadError) return undefined;
    throw error;
  }
}

function read(content: Buffer): Drawing[] {
  const drawings: Drawing[] = [];
  const saved: Matrix[] = [];
  let matrix: Matrix = identity;
  for (const { operator, operands } of operatorsOf(content)) {
    const last = operands.at(-1);
    if (operator === "q") saved.push(matrix);
    else if (operator === "Q") matrix = saved.pop() ?? matrix;
    else if (operator === "cm") matrix = multiply(matrixOf(operands), matrix);
    else if (operator === "Do" && last instanceof PDFName) drawings.push({ name: last, matrix });
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
