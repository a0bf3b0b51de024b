import type { PDFRawStream } from "@cantoo/pdf-lib";
import { type AmountFormat, amountOf, isDifferentAmount } from "./amounts.ts";
import { decodeContent } from "./streams.ts";

const emptyString = /\(\s*\)|<\s*>/g;
const shownString = /[)>]\s*(?:Tj|'|")|[)>][^[\]()<>]*\]\s*TJ/;
const shownObject = /\bDo\b/;
const glyphNumbers = /<\s*[0-9a-f]/i;
/** Property lists of marked content, which are not shown. */
const properties = /<<[^<>]*>>/g;
/** Allows one nested pair of brackets. */
const literalString = /\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)/g;

function contentOf(appearance: PDFRawStream): { content: string; whole: boolean } {
  const { data, whole } = decodeContent(appearance);
  return { content: data.toString("latin1").replace(emptyString, ""), whole };
}

/** Whether an appearance shows any text; assumed when it cannot be decoded. */
export function showsText(appearance: PDFRawStream): boolean {
  const { content, whole } = contentOf(appearance);
  return !whole || shownString.test(content) || shownObject.test(content);
}

/** Whether an appearance shows text and draws no picture or form, such as a bar code. */
export function showsPlainText(appearance: PDFRawStream): boolean {
  const { content, whole } = contentOf(appearance);
  return whole && shownString.test(content) && !shownObject.test(content);
}

/**
 * Whether an appearance shows a text other than the field's current value. Compares letters and digits, and amounts by
 * value: "1,250.00" equals 1250. Returns false for an appearance without text, or one that cannot be read.
 * @param showsAll the field is a list box, which shows more than the selected options
 */
export function showsDifferentText(appearance: PDFRawStream, value: string, showsAll: boolean): boolean {
  const text = writtenText(appearance);
  if (text === undefined) return false;
  const lettersOf = lettersFor(text, value);
  const [shown, wanted] = [lettersOf(text), lettersOf(value)];
  if (showsAll) return !value.split("\n").every((line) => shown.includes(lettersOf(line)));
  const [amount, wantedAmount] = [amountOf(text), amountOf(value)];
  const areAmounts = amount !== undefined && wantedAmount !== undefined;
  if (shown === wanted) return areAmounts && amount !== wantedAmount;
  // An appearance may add decimals to a number, but not leading zeros, which account numbers have.
  return !(areAmounts && amount === wantedAmount && shown.startsWith(wanted));
}

/** Whether an appearance shows another amount than the value of a field whose format script writes amounts. */
export function showsDifferentAmount(appearance: PDFRawStream, value: string, format: AmountFormat): boolean {
  const text = writtenText(appearance);
  return text !== undefined && isDifferentAmount(text, value, format);
}

/**
 * Returns the text of an appearance, read as one byte per character; undefined for glyph numbers, nested drawings, or
 * no text.
 */
function writtenText(appearance: PDFRawStream): string | undefined {
  const { content, whole } = contentOf(appearance);
  const operators = content.replaceAll(literalString, "()");
  const isReadable = whole && shownString.test(operators) && !glyphNumbers.test(operators);
  if (!isReadable || shownObject.test(operators)) return undefined;
  const text = (content.replaceAll(properties, "").match(literalString) ?? []).map(unescaped).join("");
  const hasControlCharacters = [...text].some((letter) => letter < " " && /\S/.test(letter));
  return hasControlCharacters ? undefined : text;
}

/** Decodes a literal string (ISO 32000-1, table 3). Line ends and tabs become spaces. */
function unescaped(literal: string): string {
  return literal.slice(1, -1).replaceAll(/\\(?:([0-7]{1,3})|([\s\S]))/g, (_, octal?: string, letter = "") => {
    if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
    return /[bfnrt]/.test(letter) ? " " : letter;
  });
}

/**
 * Reduces texts to letters and digits for comparison. Bytes above ASCII are usually Latin-1; where they may be another
 * encoding, they are ignored in both texts.
 */
function lettersFor(text: string, value: string): (from: string) => string {
  const isForeign = /[\u0080-\u009f]/.test(text) || (/[\u00a0-\u00ff]/.test(text) && /[\u0100-\uffff]/.test(value));
  const others = isForeign ? /[^a-z0-9]/gi : /[^\p{L}\p{N}]/gu;
  return (from) => from.normalize("NFC").replaceAll(others, "");
}
