import { type PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream, type PDFRef } from "@cantoo/pdf-lib";
import { operatorsOf } from "../../pdf/content-operators.ts";
import { dictEntry, nameEntry, resolve } from "../../pdf/objects.ts";
import { contentStreams, decodeContent } from "../../pdf/streams.ts";
import { StrictReadError } from "../../pdf/syntax.ts";

/** A content stream without its invisible text. */
export interface Cleaned {
  reference: PDFRef;
  stream: PDFRawStream;
  content: Buffer;
}

const maxForms = 1_000;

/**
 * Returns the content streams of a page, and of the forms that it draws, that show invisible text, without that text.
 * @returns undefined when some content cannot be read, or shows invisible and visible text in one text object, where
 * the visible text may depend on the invisible one
 * @throws ConvertError too-large
 */
export function withoutInvisibleText(page: PDFDict): Cleaned[] | undefined {
  const cleaned: Cleaned[] = [];
  const seen = new Set<PDFDict>();
  const waiting: { stream: PDFRawStream; resources: PDFDict | undefined }[] = contentStreams(page).map((stream) => ({
    stream,
    resources: dictEntry(page, "Resources"),
  }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { stream, resources } = next;
    if (seen.has(stream.dict)) continue;
    seen.add(stream.dict);
    if (seen.size > maxForms) return undefined;

    const { data, whole } = decodeContent(stream);
    const content = whole ? cleanContent(data) : undefined;
    const reference = page.context.getObjectRef(stream);
    if (!content || !reference) return undefined;
    if (content.length !== data.length) cleaned.push({ reference, stream, content });
    waiting.push(...formsOf(resources).map((form) => ({ stream: form, resources: dictEntry(form.dict, "Resources") })));
  }
  return cleaned;
}

function formsOf(resources: PDFDict | undefined): PDFRawStream[] {
  const objects = dictEntry(resources, "XObject");
  if (!objects) return [];
  return objects.values().flatMap((value) => {
    const object = resolve(objects.context, value);
    return object instanceof PDFRawStream && nameEntry(object.dict, "Subtype") === "Form" ? [object] : [];
  });
}

/** Entries of the stream's dictionary for its new content. */
export function entriesWithoutEncoding({ dict }: PDFRawStream): string {
  const kept = [...dict.asMap()].filter(([key]) => !encodingKeys.has(key));
  return kept.map(([key, value]) => `${key} ${value}`).join(" ");
}
const encodingKeys = new Set(["Filter", "DecodeParms", "Length"].map((key) => PDFName.of(key)));

function cleanContent(content: Buffer): Buffer | undefined {
  try {
    const shown = invisibleIn(content);
    return shown && without(content, shown);
  } catch (error) {
    if (error instanceof StrictReadError) return undefined;
    throw error;
  }
}

interface Removed {
  from: number;
  to: number;
  /** What the operator did besides showing text. */
  instead: string;
}

const invisibleMode = 3;
/** Operators that show text; the last two also go to the next line (ISO 32000-1, table 109). */
const showing = new Set(["Tj", "TJ", "'", '"']);

function invisibleIn(content: Buffer): Removed[] | undefined {
  const removed: Removed[] = [];
  const saved: number[] = [];
  let mode = 0;
  let inObject = { invisible: false, visible: false };
  for (const { operator, operands, from, to } of operatorsOf(content)) {
    const last = operands.at(-1);
    if (operator === "q") saved.push(mode);
    else if (operator === "Q") mode = saved.pop() ?? mode;
    else if (operator === "Tr") mode = last instanceof PDFNumber ? last.asNumber() : mode;
    else if (operator === "BT") inObject = { invisible: false, visible: false };
    else if (showing.has(operator)) {
      if (mode === invisibleMode) removed.push({ from, to, instead: insteadOf(operator, operands) });
      inObject[mode === invisibleMode ? "invisible" : "visible"] = true;
      if (inObject.invisible && inObject.visible) return undefined;
    }
  }
  return removed;
}

function insteadOf(operator: string, operands: PDFObject[]): string {
  if (operator === '"') return `${operands[0]} Tw ${operands[1]} Tc T*`;
  return operator === "'" ? "T*" : "";
}

function without(content: Buffer, removed: Removed[]): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (const { from, to, instead } of removed) {
    parts.push(content.subarray(at, from), Buffer.from(` ${instead} `, "latin1"));
    at = to;
  }
  return Buffer.concat([...parts, content.subarray(at)]);
}
