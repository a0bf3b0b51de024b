import type { ScanPlan } from "./jpeg-coding.ts";
import { blockEnds, endsBlock, lookupBits } from "./jpeg-huffman.ts";

/** A block never takes more: 64 codes of 16 bits, each with 15 bits behind it. */
const longestBlock = 256;
const pieceBytes = 1 << 16;
const firstRestart = 0xd0;

/** Coded data without the zeros that are stuffed behind each 0xff, a piece at a time. */
interface Stretch {
  bytes: Buffer;
  /** What of `bytes` is still to be unpacked. */
  next: number;
  plain: Buffer;
  /** The same memory. */
  view: DataView;
  /** In bits of `plain`. */
  at: number;
  /** In bytes of `plain`. */
  end: number;
  /** A marker follows, or the file ends. */
  isLast: boolean;
}

/**
 * Reads coded data to its last block without computing a pixel: as strict as a decoder about what is missing, and twice
 * as fast.
 * @param from where the data begins
 * @returns where the marker behind it stands; undefined when anything is missing, superfluous or out of order, which may
 * yet be harmless
 */
export function walkScan(
  bytes: Buffer,
  from: number,
  { blocks, units, restartInterval }: ScanPlan,
): number | undefined {
  const plain = Buffer.allocUnsafe(pieceBytes + 2 * longestBlock);
  const view = new DataView(plain.buffer, plain.byteOffset, plain.length);
  const stretch: Stretch = { bytes, next: from, plain, view, at: 0, end: 0, isLast: false };
  const perStretch = restartInterval || units;
  for (let unit = 0, restart = 0; unit < units; unit += perStretch, restart++) {
    if (unit > 0) {
      if (bytes[stretch.next + 1] !== firstRestart + ((restart - 1) % 8)) return undefined;
      Object.assign(stretch, { next: stretch.next + 2, at: 0, end: 0, isLast: false });
    }
    if (!walkStretch(stretch, blocks, Math.min(perStretch, units - unit) * blocks.length)) return undefined;
  }
  return stretch.next;
}

/** @returns whether the data up to the next marker holds just these blocks */
function walkStretch(stretch: Stretch, blocks: ScanPlan["blocks"], count: number): boolean {
  for (let block = 0; block < count; ) {
    refill(stretch);
    const reached = walkBlocks(stretch, blocks, block, count);
    if (reached === block) return false;
    block = reached;
  }
  while (!stretch.isLast && stretch.at > stretch.end * 8 - 8) refill(stretch);
  const left = stretch.end * 8 - stretch.at;
  return stretch.isLast && left >= 0 && left < 8;
}

/** Moves what is left to the front and fills up behind it. */
function refill(stretch: Stretch): void {
  const { bytes, plain } = stretch;
  const done = stretch.at >> 3;
  plain.copyWithin(0, done, stretch.end);
  stretch.at &= 7;
  let end = stretch.end - done;
  let next = stretch.next;
  while (end < pieceBytes && !stretch.isLast) {
    const found = bytes.indexOf(0xff, next);
    const mark = found < 0 ? bytes.length : found;
    const stop = Math.min(mark, next + pieceBytes - end);
    bytes.copy(plain, end, next, stop);
    end += stop - next;
    next = stop;
    if (next === mark) {
      stretch.isLast = bytes[mark + 1] !== 0;
      if (!stretch.isLast) {
        plain[end++] = 0xff;
        next += 2;
      }
    }
  }
  stretch.end = end;
  stretch.next = next;
}

/**
 * The inner loop: follows codes as far as the piece goes, with two lookups for each reading of memory.
 * @param first number of the next block
 * @param count of all blocks
 * @returns the number of the block where it stopped; `first` again where no code fits
 */
function walkBlocks(stretch: Stretch, blocks: ScanPlan["blocks"], first: number, count: number): number {
  const { view } = stretch;
  const stop = stretch.isLast ? stretch.end * 8 : (stretch.end - longestBlock) * 8;
  let at = stretch.at;
  let block = first;
  for (let turn = first % blocks.length; block < count && at < stop; block++) {
    const tables = blocks[turn];
    if (!tables) return first;
    if (++turn === blocks.length) turn = 0;
    const { one, many } = tables.ac;
    const difference = tables.dc.one[window(view, at) >>> 16] ?? 0;
    if (difference === 0) return first;
    at += (difference & 0xff) + (difference >> 8);

    // Past 63 the block is complete: by its last coefficient, or with `blockEnds` added to where it ended.
    for (let coefficient = 1; coefficient < 64; ) {
      let bits = window(view, at);
      let symbols = many[bits >>> (32 - lookupBits)] ?? 0;
      let next = coefficient + (symbols >> 8);
      if (fits(next)) {
        at += symbols & 0xff;
        coefficient = next;
        if (coefficient > 63) break;
        bits <<= symbols & 0xff;
        symbols = many[bits >>> (32 - lookupBits)] ?? 0;
        next = coefficient + (symbols >> 8);
        if (fits(next)) {
          at += symbols & 0xff;
          coefficient = next;
        }
        continue;
      }
      const symbol = one[bits >>> 16] ?? 0;
      if (symbol === 0) return first;
      const [run, size] = [symbol >> 12, (symbol >> 8) & 15];
      at += (symbol & 0xff) + size;
      if (endsBlock(run, size)) break;
      coefficient += run + 1;
      if (coefficient > 64) return first;
    }
  }
  stretch.at = at;
  return block;
}

/** At least 25 bits from there on, the first of them on top. */
const window = (view: DataView, at: number): number => view.getInt32(at >>> 3) << (at & 7);

/** Whether looked-up symbols lie within one block: some may belong to the block that follows. */
const fits = (next: number): boolean => (next & (blockEnds - 1)) < 64 || next === 64;
