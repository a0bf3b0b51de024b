/** Marker codes (ITU-T T.81, table B.1). */
const [baseline, extended, huffmanTables, quantisation, restartInterval] = [0xc0, 0xc1, 0xc4, 0xdb, 0xdd];
const comment = 0xfe;

interface Component {
  id: number;
  across: number;
  down: number;
  quantisation: number;
}

/** A Huffman table as stored in the file (ITU-T T.81, annex C). */
export interface Codes {
  /** How many codes there are of each length from 1 to 16. */
  counts: Uint8Array;
  /** In the order of their codes. */
  symbols: Uint8Array;
}

/** Frame and tables defined before the coded data. */
export class Coding {
  frame: { width: number; height: number; components: Component[] } | undefined;
  readonly dc: Codes[] = [];
  readonly ac: Codes[] = [];
  readonly quantisation = new Set<number>();
  restartInterval = 0;
  /** Whether the file contains something that only a full decoder can check. */
  isUnusual = false;
}

/** The order in which blocks follow each other in a scan, and the tables that each is coded with. */
export interface ScanPlan {
  /** The blocks of one minimum coded unit, which repeats (T.81, A.2.3). */
  blocks: { dc: Codes; ac: Codes }[];
  units: number;
  /** Units between two restart markers; 0 for none. */
  restartInterval: number;
}

/** Reads a segment before the coded data. @param segment with its marker and length */
export function readCoding(coding: Coding, marker: number, segment: Buffer): void {
  const isRead =
    marker === comment ||
    (marker >= 0xe0 && marker <= 0xef) ||
    (marker === huffmanTables && readHuffmanTables(coding, segment)) ||
    (marker === quantisation && readQuantisation(coding, segment)) ||
    (marker === restartInterval && readRestartInterval(coding, segment)) ||
    ((marker === baseline || marker === extended) && readFrame(coding, segment));
  if (!isRead) coding.isUnusual = true;
}

function readHuffmanTables(coding: Coding, segment: Buffer): boolean {
  let at = 4;
  while (at + 17 <= segment.length) {
    const place = segment.readUInt8(at);
    const counts = segment.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const symbols = segment.subarray(at + 17, at + 17 + total);
    if (total > 256 || symbols.length < total || (place & 0xef) > 3) return false;
    const isDc = place >> 4 === 0;
    // A difference has at most 15 bits here (T.81, table F.1).
    if (isDc && symbols.some((symbol) => symbol > 15)) return false;
    (isDc ? coding.dc : coding.ac)[place & 3] = { counts, symbols };
    at += 17 + total;
  }
  return at === segment.length;
}

function readQuantisation(coding: Coding, segment: Buffer): boolean {
  let at = 4;
  while (at < segment.length) {
    const place = segment.readUInt8(at);
    if ((place & 0xef) > 3) return false;
    coding.quantisation.add(place & 3);
    at += place >> 4 === 0 ? 65 : 129;
  }
  return at === segment.length;
}

function readRestartInterval(coding: Coding, segment: Buffer): boolean {
  if (segment.length !== 6) return false;
  coding.restartInterval = segment.readUInt16BE(4);
  return true;
}

function readFrame(coding: Coding, segment: Buffer): boolean {
  const count = segment.length >= 10 ? segment.readUInt8(9) : 0;
  if (coding.frame || segment.length !== 10 + 3 * count || segment.readUInt8(4) !== 8) return false;
  const components = Array.from({ length: count }, (_, index): Component => {
    const at = 10 + 3 * index;
    const sampling = segment.readUInt8(at + 1);
    return {
      id: segment.readUInt8(at),
      across: sampling >> 4,
      down: sampling & 15,
      quantisation: segment.readUInt8(at + 2),
    };
  });
  coding.frame = { width: segment.readUInt16BE(7), height: segment.readUInt16BE(5), components };
  return true;
}

const maxBlocks = 10;

/**
 * Plans how the coded data of a scan is read.
 * @param header the segment that begins the scan, with its marker and length
 * @returns undefined unless the scan holds the whole picture, coded in the way of nearly all cameras and scanners
 */
export function planScan(coding: Coding, header: Buffer): ScanPlan | undefined {
  const { frame } = coding;
  if (!frame || coding.isUnusual || !holdsAll(frame.components, header)) return undefined;
  const { components } = frame;
  const across = Math.max(...components.map((component) => component.across));
  const down = Math.max(...components.map((component) => component.down));
  const isAlone = components.length === 1; // sampling factors are ignored then
  const blocks: ScanPlan["blocks"] = [];
  for (const [index, component] of components.entries()) {
    const places = header.readUInt8(6 + 2 * index);
    const [dc, ac] = [coding.dc[places >> 4], coding.ac[places & 15]];
    if (!dc || !ac || !coding.quantisation.has(component.quantisation)) return undefined;
    if (!divides(component.across, across) || !divides(component.down, down)) return undefined;
    const ofUnit = isAlone ? 1 : component.across * component.down;
    for (let block = 0; block < ofUnit; block++) blocks.push({ dc, ac });
  }
  if (blocks.length > maxBlocks) return undefined;
  const inUnits = (pixels: number, factor: number) => Math.ceil(pixels / (8 * (isAlone ? 1 : factor)));
  const units = inUnits(frame.width, across) * inUnits(frame.height, down);
  return { blocks, units, restartInterval: coding.restartInterval };
}

/** Whether the scan holds every component in the frame's order with all coefficients (sequential coding). */
function holdsAll(components: Component[], header: Buffer): boolean {
  const end = 5 + 2 * components.length;
  if (header.length !== end + 3 || header.readUInt8(4) !== components.length) return false;
  const [first, last, bits] = header.subarray(end);
  const isAtOnce = first === 0 && last === 63 && bits === 0;
  return isAtOnce && components.every(({ id }, index) => header.readUInt8(5 + 2 * index) === id);
}

const divides = (factor: number, whole: number): boolean => factor >= 1 && factor <= 4 && whole % factor === 0;
