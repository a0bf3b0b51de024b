import { containerLimits, MB } from "@sheaf/contracts/limits.ts";
import { ConvertError } from "../converter.ts";
import { tooManyItems } from "../unpack/item.ts";
import { fieldStart } from "./eml-start.ts";
import { type Field, fieldValue, parseFields, parseStructured, type Structured } from "./header-fields.ts";

/** A part of an email (RFC 2045), or the email itself. */
export interface Part {
  fields: Field[];
  /** The media type with its parameters, `text/plain` when none is stated. */
  type: Structured;
  /** The transfer encoding in lower case. */
  encoding: string;
  disposition: Structured | null;
  /** The body as it is in the file: not decoded, with all parts of a multipart. */
  body: Buffer;
  /** The parts of a multipart. */
  parts: Part[];
}

/** Parts that are no items, such as the alternatives of a text, count as well. */
const maxParts = 4 * containerLimits.items;
const maxDepth = 50;
const maxHeaderBytes = MB;

interface Open {
  part: Part;
  boundary: Buffer;
  start: number;
}

/**
 * Finds the parts of an email in one pass, as views of the given bytes. A multipart without its last delimiter ends
 * with the file.
 * @throws ConvertError too-large: more parts, deeper nesting or longer headers than any mail program writes
 */
export function readParts(bytes: Buffer): Part {
  let headerBytes = 0;
  let count = 0;
  const open: Open[] = [];

  function readPart(from: number, defaultType: string): { part: Part; bodyStart: number } {
    if (++count > maxParts) throw tooManyItems();
    const { end, bodyStart } = findHeaderEnd(bytes, from, open);
    headerBytes += end - from;
    if (headerBytes > maxHeaderBytes) {
      const detail = `has headers of more than ${maxHeaderBytes / MB} MB. Ask for a new copy and replace it.`;
      throw new ConvertError("too-large", detail);
    }
    const fields = parseFields(bytes.subarray(from, end));
    const disposition = fieldValue(fields, "content-disposition");
    const part: Part = {
      fields,
      type: parseStructured(fieldValue(fields, "content-type") || defaultType),
      encoding: /[\w-]+/.exec(fieldValue(fields, "content-transfer-encoding")?.toLowerCase() ?? "")?.[0] ?? "",
      disposition: disposition === undefined ? null : parseStructured(disposition),
      body: bytes.subarray(bodyStart),
      parts: [],
    };
    return { part, bodyStart };
  }

  /** Ends all parts that are open within the one at this depth. */
  function closeDownTo(depth: number, end: number): void {
    for (const { part, start } of open.splice(depth)) part.body = bytes.subarray(start, Math.max(start, end));
  }

  /** Returns whether the part is a multipart, whose parts follow. */
  function enter({ part, bodyStart }: { part: Part; bodyStart: number }): boolean {
    const boundary = part.type.value.startsWith("multipart/") ? boundaryOf(part, bodyStart, bytes) : undefined;
    if (boundary === undefined) return false;
    if (open.length === maxDepth) {
      const detail = `nests parts more than ${maxDepth} deep. Ask for a new copy and replace it.`;
      throw new ConvertError("too-large", detail);
    }
    open.push({ part, boundary, start: bodyStart });
    return true;
  }

  const root = readPart(0, "text/plain");
  enter(root);
  let leaf: { part: Part; start: number } | undefined;
  let at = root.bodyStart;
  while (open.length > 0) {
    const line = nextDashedLine(bytes, at);
    if (!line) break;
    at = line.end;
    const found = matchDelimiter(bytes, line, open);
    if (!found) continue;
    const { depth, isLast } = found;
    const end = lineBreakBefore(bytes, line.start);
    if (leaf) leaf.part.body = bytes.subarray(leaf.start, Math.max(leaf.start, end));
    leaf = undefined;
    closeDownTo(depth + 1, end);
    if (isLast) {
      closeDownTo(depth, end);
      continue;
    }
    const parent = open[depth]?.part;
    const child = readPart(line.end, parent?.type.value === "multipart/digest" ? "message/rfc822" : "text/plain");
    parent?.parts.push(child.part);
    leaf = enter(child) ? undefined : { part: child.part, start: child.bodyStart };
    at = child.bodyStart;
  }
  return root.part;
}

interface Line {
  start: number;
  /** After the line break. */
  end: number;
}

/** Returns the next line that begins with two hyphens. @param from the beginning of a line that is not the first */
function nextDashedLine(bytes: Buffer, from: number): Line | undefined {
  const found = bytes.indexOf("\n--", from - 1, "latin1");
  return found < 0 ? undefined : lineAt(bytes, found + 1);
}

function lineAt(bytes: Buffer, start: number): Line {
  const end = bytes.indexOf(0x0a, start);
  return { start, end: end < 0 ? bytes.length : end + 1 };
}

/** Returns the multipart whose delimiter a line is, the innermost if several have the same. */
function matchDelimiter(
  bytes: Buffer,
  { start, end }: Line,
  open: Open[],
): { depth: number; isLast: boolean } | undefined {
  for (let depth = open.length - 1; depth >= 0; depth--) {
    const boundary = open[depth]?.boundary;
    if (!boundary || !bytes.subarray(start + 2, start + 2 + boundary.length).equals(boundary)) continue;
    const rest = bytes.subarray(start + 2 + boundary.length, Math.min(end, start + 200)).toString("latin1");
    if (/^(--)?\s*$/.test(rest)) return { depth, isLast: rest.startsWith("--") };
  }
  return undefined;
}

/** Returns the end of the text before a line: its line break belongs to the delimiter (RFC 2046, 5.1.1). */
function lineBreakBefore(bytes: Buffer, start: number): number {
  if (bytes[start - 1] !== 0x0a) return start;
  return bytes[start - 2] === 0x0d ? start - 2 : start - 1;
}

/** A header ends with an empty line; in damaged emails also with a delimiter or a line that is no field. */
function findHeaderEnd(bytes: Buffer, from: number, open: Open[]): { end: number; bodyStart: number } {
  let at = from;
  for (let isFirst = true; at < bytes.length; isFirst = false) {
    const line = lineAt(bytes, at);
    const text = bytes.subarray(line.start, Math.min(line.end, line.start + 1000)).toString("latin1");
    if (/^\r?\n?$/.test(text)) return { end: at, bodyStart: line.end };
    if (text.startsWith("--") && matchDelimiter(bytes, line, open)) break;
    // An mbox file's first line, "From " with sender and date, is no field.
    const isField = /^[ \t]/.test(text) || fieldStart.test(text) || (isFirst && /^>?From /.test(text));
    if (!isField && !(line.end - line.start > 1000)) break;
    at = line.end;
    if (at - from > maxHeaderBytes) break;
  }
  return { end: at, bodyStart: at };
}

/** Returns the delimiter of a multipart without its hyphens; the first line with two hyphens when none is stated. */
function boundaryOf({ type }: Part, bodyStart: number, bytes: Buffer): Buffer | undefined {
  const stated = type.params.get("boundary")?.trimEnd();
  if (stated) return Buffer.from(stated).subarray(0, 200);
  const line = nextDashedLine(bytes, bodyStart);
  return (
    line &&
    Buffer.from(
      bytes
        .subarray(line.start + 2, Math.min(line.end, line.start + 72))
        .toString()
        .trimEnd(),
    )
  );
}
