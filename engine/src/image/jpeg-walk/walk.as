// Follows every Huffman code of a baseline JPEG, to prove that its coded data is complete.
import { walkAll } from "./lanes.as";
import { laneAt, plain, plainTop, source, turnAt } from "./memory.as";

export { addCodes, addPair, addTurn } from "./codes.as";
export { handOver, source, sourceBytes } from "./memory.as";

/** Maximum bits of a block: 64 codes of 16 bits, each followed by at most 15 bits. */
const longestBlock: i32 = 64 * 32;
const firstRestart: i32 = 0xd0;

/**
 * Results of `walk`: more data is needed, the data ended with the last block, or something is missing, superfluous or
 * out of order.
 */
const wantsMore = 0;
const isWhole = 1;
const isBroken = 2;

/** Numbers of blocks: between two restart markers, left in the scan, and left before the next marker. */
let perStretch: u32 = 0;
let leftInScan: u32 = 0;
let leftInStretch: u32 = 0;
let lanes: i32 = 4;
/** Number of the next restart marker. */
let restart: i32 = 0;

/** Start and end of the data in the source that is not unpacked yet. */
let from: usize = 0;
let end: usize = 0;
/** Where plain data ends, as an offset. */
let low: usize = 0;
/** Whether a marker follows, or the file ends. */
let isLast: bool = false;

/**
 * Begins a scan, after its tables have been added.
 * @param isAlone uses a single lane, which is slower and gives the same result
 */
export function begin(blocks: u32, blocksPerStretch: u32, isAlone: bool): void {
  lanes = isAlone ? 1 : 4;
  perStretch = blocksPerStretch;
  leftInScan = blocks;
  restart = 0;
  beginStretch();
}

function beginStretch(): void {
  leftInStretch = min(perStretch, leftInScan);
  leftInScan -= leftInStretch;
  low = plainTop;
  isLast = false;
  laneAt(0).state = <i32>(plainTop << 11);
  laneAt(0).turn = turnAt(0);
}

/**
 * Continues with the next bytes of the file, which are at `source`. After them is the byte that follows in the file,
 * which `length` does not include, or at the end of the file two bytes of 0xff, of which `length` includes the first.
 */
export function walk(length: usize): i32 {
  from = source;
  end = source + length;
  while (true) {
    refill();
    if (leftInStretch > 0 && !walkStretch()) return isBroken;
    if (leftInStretch > 0) return isLast ? isBroken : wantsMore;
    const left = (laneAt(0).state >> 8) - <i32>(low << 3);
    if (left < 0 || left >= 8) return isBroken;
    if (!isLast) return wantsMore;
    if (leftInScan == 0) return isWhole;
    if (<i32>load<u8>(from, 1) != firstRestart + restart) return isBroken;
    restart = (restart + 1) & 7;
    from += 2;
    beginStretch();
  }
}

/** Returns how many bytes of the source were consumed. */
export function taken(): usize {
  return from - source;
}

/** Follows codes as far as there is data. @returns false at an invalid code */
function walkStretch(): bool {
  const lane = laneAt(0);
  lane.stop = (<i32>(low << 3) + (isLast ? 0 : longestBlock)) << 8;
  if (lane.state <= lane.stop) return true;
  lane.most = leftInStretch;
  if (!walkAll(lane, lanes)) return false;
  leftInStretch -= lane.walked;
  return true;
}

/** Moves the remaining data to the top and unpacks more below it. */
function refill(): void {
  const lane = laneAt(0);
  const left = (<usize>(lane.state >> 8) + 7) >> 3;
  const up = plainTop - left;
  memory.copy(plain + low + up, plain + low, left - low);
  low += up;
  lane.state += <i32>(up << 11);
  unpack();
}

/** Unpacks the source up to its end or the next marker. */
function unpack(): void {
  const marks = i8x16.splat(-1);
  while (from < end) {
    const bytes = v128.load(from);
    const reversed = i8x16.shuffle(bytes, bytes, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    v128.store(plain + low - 16, reversed);
    const found = i8x16.bitmask(i8x16.eq(bytes, marks));
    const before = <usize>ctz(found | (1 << 16));
    if (from + before >= end) {
      low -= end - from;
      from = end;
    } else if (before == 16) {
      low -= 16;
      from += 16;
    } else if (load<u8>(from + before, 1) == 0) {
      low -= before + 1;
      from += before + 2;
    } else {
      low -= before;
      from += before;
      isLast = true;
      return;
    }
  }
}
