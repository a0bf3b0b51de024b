import { attribute } from "../detect/package.ts";

/** Parts of a letter that hold text, and with it fields. */
export const wordStories = /^word\/(?:document|header|footer|footnotes|endnotes)\w*\.xml$/i;

/** A piece of markup: where it begins, and where what follows it begins. */
export interface Piece {
  from: number;
  to: number;
}

/** A field of a letter (ECMA-376-1, 17.16). */
export interface WordField {
  /** What it computes, as written, entities and all. */
  code: string;
  /** Its code holds other fields, so what it says is not known. */
  isComputed: boolean;
  /** The markup that makes it a field, with everything in its code. Without it the stored result is text like any other. */
  pieces: Piece[];
}

interface OpenField extends WordField {
  isSimple: boolean;
  /** Its result has not begun. */
  isInCode: boolean;
  /** The field in whose code it stands, which is not shown. */
  hiddenIn: OpenField | undefined;
}

/** What fields are made of, and the text behind it. No tag reaches beyond another's beginning, so each character is looked at once. */
const markup = /<(\/?)w:(fldChar|instrText|fldSimple|t)\b([^<>]*)>([^<]*)/g;

/**
 * The fields of a part whose results are shown; not those in another one's code.
 * @param xml one character for each byte
 * @returns none where fields do not nest as Word's do, or where it cannot be told what is markup
 */
export function fieldsOf(xml: string): WordField[] {
  if (!(xml.includes("<w:fldChar") || xml.includes("<w:fldSimple"))) return [];
  if (xml.includes("<!--") || xml.includes("<![CDATA[")) return [];
  const found: WordField[] = [];
  const open: OpenField[] = [];
  let unended: Piece | undefined; // of a tag that is ended by another

  for (const { index, 0: whole, 1: slash, 2: name, 3: attributes = "", 4: text = "" } of xml.matchAll(markup)) {
    if (hasOpenQuote(attributes)) return [];
    const piece = { from: index, to: index + whole.length - text.length };
    if (slash === "/" && name !== "fldSimple") {
      if (!unended) return [];
      unended.to = piece.to;
      unended = undefined;
      continue;
    }
    if (unended) return [];
    const isEmpty = attributes.endsWith("/");
    if (name !== "fldSimple" && !isEmpty) unended = piece;

    const around = open.at(-1);
    if (name === "t") {
      if (around?.isInCode || around?.hiddenIn) (around.hiddenIn ?? around).pieces.push(piece);
      continue;
    }
    const kind = name === "fldChar" ? attribute(attributes, "w:fldCharType") : `${slash}${name}`;
    if (kind === "begin") open.push(opened(around, false, ""));
    if (kind === "fldSimple") open.push(opened(around, true, attribute(attributes, "w:instr") ?? ""));
    const field = open.at(-1);
    if (field?.isSimple !== (name === "fldSimple")) return [];
    (field.hiddenIn ?? field).pieces.push(piece);
    if (kind === "instrText" && field.isInCode) field.code += text;
    if (kind === "separate") field.isInCode = false;
    if (kind === "end" || kind === "/fldSimple" || (kind === "fldSimple" && isEmpty)) {
      open.pop();
      if (!field.hiddenIn) found.push(field);
    }
  }
  return found;
}

/** @param around the field that it stands in */
function opened(around: OpenField | undefined, isSimple: boolean, code: string): OpenField {
  const hiddenIn = around?.isInCode ? (around.hiddenIn ?? around) : around?.hiddenIn;
  if (hiddenIn) hiddenIn.isComputed = true;
  return { code, pieces: [], isSimple, isInCode: !isSimple, isComputed: false, hiddenIn };
}

/** Then the tag went on behind a ">" that belongs to an attribute. */
const hasOpenQuote = (attributes: string) =>
  /["']/.test(attributes) && /["']/.test(attributes.replaceAll(/"[^"]*"|'[^']*'/g, ""));
