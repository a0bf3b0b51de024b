import { constants, gunzipSync } from "node:zlib";
import { attempt } from "../attempt.ts";
import type { XmlRoot } from "../xml/xml-root.ts";

export type DrawingKind = "svg" | "emf" | "wmf";

const gzipStart = Buffer.from([0x1f, 0x8b, 8]);
/** Enough for what is written before the root element of a drawing. */
const sniffedBytes = 65_536;

/** Detects a drawing in binary form by its first bytes, whether or not it is compressed. */
export function binaryDrawing(head: Buffer): DrawingKind | undefined {
  if (!head.subarray(0, 3).equals(gzipStart)) return metafileKind(head);
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 32 * sniffedBytes };
  const start = attempt(() => gunzipSync(head.subarray(0, 1_024), options));
  if (!start) return undefined;
  return metafileKind(start) ?? (isSvg(start) ? "svg" : undefined);
}

function metafileKind(head: Buffer): DrawingKind | undefined {
  if (head.length < 44) return undefined;
  if (head.readUInt32LE(0) === 1 && head.toString("latin1", 40, 44) === " EMF") return "emf";
  if (head.readUInt32LE(0) === 0x9ac6cdd7) return "wmf";
  const isStandard = [1, 2].includes(head.readUInt16LE(0)) && head.readUInt16LE(2) === 9;
  return isStandard && [0x100, 0x300].includes(head.readUInt16LE(4)) ? "wmf" : undefined;
}

/**
 * Whether text is an SVG drawing.
 * @param root the root element where the XML reader found one: it does not know the entities of Illustrator
 */
export function isSvg(head: Buffer, root?: XmlRoot): boolean {
  if (root) return root.name === "svg" && (root.namespace === "" || root.namespace === "http://www.w3.org/2000/svg");
  const text = head
    .toString("latin1", 0, sniffedBytes)
    .replaceAll("\0", "")
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "")
    .replaceAll(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, "");
  return /^\s*(?:<!DOCTYPE\s[^[>]*(?:\[[^\]]*\]\s*)?>\s*)?<(?:[\w-]+:)?svg[\s>/]/i.test(text);
}
