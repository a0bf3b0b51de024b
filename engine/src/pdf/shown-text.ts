import type { PDFRawStream } from "@cantoo/pdf-lib";
import { decodeContent } from "./streams.ts";

const emptyString = /\(\s*\)|<\s*>/g;
const shownString = /[)>]\s*(?:Tj|'|")|[)>][^[\]()<>]*\]\s*TJ/;
const shownObject = /\bDo\b/;
/** With one pair of brackets inside, as PDF allows. */
const literalString = /\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)/g;

/** Whether an appearance shows any text; one that cannot be read is taken to. */
export function showsText(appearance: PDFRawStream): boolean {
  const { data, whole } = decodeContent(appearance);
  const content = data.toString("latin1").replace(emptyString, "");
  return !whole || shownString.test(content) || shownObject.test(content);
}

/** Whether an appearance shows text itself, and neither in a picture nor in another drawing, such as a bar code. */
export function showsPlainText(appearance: PDFRawStream): boolean {
  const { data, whole } = decodeContent(appearance);
  const content = data.toString("latin1").replace(emptyString, "");
  return whole && shownString.test(content) && !shownObject.test(content);
}

/**
 * Whether an appearance shows another text than the value that its field was filled with since. Letters and digits alone are
 * compared, and it may show a part or more: what does not fit, the other choices. One that names its letters by numbers is taken to be right.
 */
export function showsOther(appearance: PDFRawStream, value: string): boolean {
  const { data, whole } = decodeContent(appearance);
  const content = data.toString("latin1").replace(emptyString, "");
  if (!whole || /<[0-9a-f]|\bDo\b/i.test(content)) return false;
  const shown = lettersOf((content.match(literalString) ?? []).join("").replaceAll(/\\(?:\d{1,3}|[\s\S])/g, ""));
  const wanted = lettersOf(value);
  return !wanted.includes(shown) && !shown.includes(wanted);
}

const lettersOf = (text: string): string => text.replaceAll(/[^a-z0-9]/gi, "");
