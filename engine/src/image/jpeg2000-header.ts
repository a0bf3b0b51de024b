import { ConvertError } from "../converter.ts";
import type { Resolution } from "./picture.ts";

/** What the headers of a JPEG 2000 file say about its first picture (ISO/IEC 15444-1, annexes A and I). */
export interface Jpeg2000Header {
  width: number;
  height: number;
  /** Channels after the palette, if any, was applied. */
  channels: number;
  hasAlpha: boolean;
  /** An enumerated colour space such as 16 for sRGB (table I.10); undefined when the file states none or a profile. */
  colourSpace: number | undefined;
  profile: Buffer | undefined;
  resolution: Resolution | undefined;
  /** Whether the picture was compressed with loss, that is with the irreversible transformation. */
  isLossy: boolean;
  /** Pictures in the file. */
  pictures: number;
}

type Boxes = Pick<Jpeg2000Header, "hasAlpha" | "colourSpace" | "profile" | "resolution"> & {
  /** Number of the palette's columns; undefined without a palette. */
  paletteChannels: number | undefined;
  codestreams: Buffer[];
};

const codestreamStart = 0xff4fff51;
/** A real file has about ten boxes. */
const maxBoxes = 10_000;

/** @throws ConvertError damaged */
export function readJpeg2000Header(bytes: Buffer): Jpeg2000Header {
  const boxes: Boxes = {
    hasAlpha: false,
    colourSpace: undefined,
    profile: undefined,
    resolution: undefined,
    paletteChannels: undefined,
    codestreams: [],
  };
  if (isCodestream(bytes)) boxes.codestreams.push(bytes);
  else readBoxes(bytes, boxes);

  const [codestream] = boxes.codestreams;
  if (!codestream || !isCodestream(codestream)) throw new ConvertError("damaged");
  const { paletteChannels, codestreams, ...stated } = boxes;
  const { components, ...coded } = readCodestream(codestream);
  // A palette has one component: with thousands of them, decoding would need all memory.
  const channels = paletteChannels !== undefined && components === 1 ? paletteChannels : components;
  return { ...stated, ...coded, channels, pictures: codestreams.length };
}

const isCodestream = (bytes: Buffer) => bytes.length > 4 && bytes.readUInt32BE(0) === codestreamStart;

function* boxesIn(bytes: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let at = 0, count = 0; at + 8 <= bytes.length && count < maxBoxes; count++) {
    const type = bytes.toString("latin1", at + 4, at + 8);
    const stated = bytes.readUInt32BE(at);
    const isLong = stated === 1 && at + 16 <= bytes.length;
    const head = isLong ? 16 : 8;
    // 0 means that the box reaches to the end of the file; so does a length beyond it.
    const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : stated || bytes.length - at;
    if (length < head) return;
    yield { type, content: bytes.subarray(at + head, at + length) };
    at += length;
  }
}

function readBoxes(bytes: Buffer, boxes: Boxes): void {
  for (const { type, content } of boxesIn(bytes)) {
    if (type === "jp2h") readHeaderBoxes(content, boxes);
    else if (type === "jp2c") boxes.codestreams.push(content);
  }
}

function readHeaderBoxes(bytes: Buffer, boxes: Boxes): void {
  for (const { type, content } of boxesIn(bytes)) {
    if (type === "colr") readColour(content, boxes);
    else if (type === "pclr" && content.length >= 3) boxes.paletteChannels = content.readUInt8(2);
    else if (type === "cdef") boxes.hasAlpha = definesAlpha(content);
    else if (type === "res ") readResolutions(content, boxes);
  }
}

/** The first colour box that is understood counts (I.5.3.3). */
function readColour(content: Buffer, boxes: Boxes): void {
  if (boxes.colourSpace !== undefined || boxes.profile !== undefined) return;
  const method = content[0];
  if (method === 1 && content.length >= 7) boxes.colourSpace = content.readUInt32BE(3);
  if ((method === 2 || method === 3) && content.length > 3) boxes.profile = content.subarray(3);
}

/** Whether a channel is opacity, plain or multiplied into the colours (I.5.3.6). */
function definesAlpha(content: Buffer): boolean {
  const count = content.length >= 2 ? Math.min(content.readUInt16BE(0), Math.floor((content.length - 2) / 6)) : 0;
  return Array.from({ length: count }, (_, index) => content.readUInt16BE(2 + index * 6 + 2)).some(
    (kind) => kind === 1 || kind === 2,
  );
}

/** The resolution of capture is preferred to the one suggested for display (I.5.3.7). */
function readResolutions(bytes: Buffer, boxes: Boxes): void {
  for (const { type, content } of boxesIn(bytes)) {
    if (content.length < 10 || (type !== "resc" && (type !== "resd" || boxes.resolution))) continue;
    const perMetre = (numerator: number, exponent: number) =>
      (content.readUInt16BE(numerator) / content.readUInt16BE(numerator + 2)) * 10 ** content.readInt8(exponent);
    const [x, y] = [perMetre(4, 9) * 0.0254, perMetre(0, 8) * 0.0254];
    if (Number.isFinite(x) && Number.isFinite(y) && x > 0 && y > 0) boxes.resolution = { x, y };
  }
}

const marker = { startOfTile: 0xff90, codingStyle: 0xff52, endOfCodestream: 0xffd9 } as const;

/**
 * Reads the main header, whose first segment is the size (A.5.1), and checks that the tiles are complete: OpenJPEG
 * paints missing ones black.
 */
function readCodestream(bytes: Buffer): Pick<Jpeg2000Header, "width" | "height" | "isLossy"> & { components: number } {
  if (bytes.length < 50) throw new ConvertError("damaged");
  const [right, bottom, left, top] = [8, 12, 16, 20].map((at) => bytes.readUInt32BE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const size = { width: right - left, height: bottom - top, components: bytes.readUInt16BE(40) };
  let isLossy = false;
  let at = 4 + bytes.readUInt16BE(4);
  for (
    ;
    at + 4 <= bytes.length && bytes.readUInt16BE(at) !== marker.startOfTile;
    at += 2 + bytes.readUInt16BE(at + 2)
  ) {
    const isStyle = bytes.readUInt16BE(at) === marker.codingStyle && at + 14 <= bytes.length;
    if (isStyle) isLossy = bytes.readUInt8(at + 13) === 0;
  }
  if (!hasAllTileParts(bytes, at)) throw new ConvertError("damaged");
  return { ...size, isLossy };
}

/** Whether the tile-parts, whose lengths are stated (A.4.2), end within the data. */
function hasAllTileParts(bytes: Buffer, start: number): boolean {
  let at = start;
  while (at + 12 <= bytes.length && bytes.readUInt16BE(at) === marker.startOfTile) {
    const length = bytes.readUInt32BE(at + 6);
    if (length === 0) return true; // the last one reaches to the end
    if (length < 14) return false;
    at += length;
  }
  return at > start && at <= bytes.length;
}
