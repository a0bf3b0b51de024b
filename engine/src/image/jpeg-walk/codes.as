// Tables for following codes. They count coefficients and ignore their values.
import { codesAt, handOver, lookupAt, mostTurns, turnAt } from "./memory.as";

export const lookupBits: i32 = 12;
/** Added to the number of coefficients at the end of a block, so that it exceeds 63 in any case. */
export const blockEnds: i32 = 128;
/**
 * Used as the number of coefficients when 12 bits do not hold a whole code: neither a position within a block nor its
 * end.
 */
const noneWhole: i32 = 64;

/**
 * Converts a table of the file, given as counts and symbols (ITU-T T.81, annex C), to a lookup by the next 16 bits: the
 * code's length plus its symbol shifted by 8; 0 when no code begins with these bits.
 * @returns false when there are more codes than bits can distinguish
 */
export function addCodes(index: usize): bool {
  const table = codesAt(index);
  memory.fill(table, 0, 1 << 17);
  let code = 0;
  let symbol = handOver + 16;
  for (let length = 1; length <= 16; length++) {
    const last = code + <i32>load<u8>(handOver + length - 1);
    if (last > 1 << length) return false;
    for (; code < last; code++, symbol++) {
      const entry: u16 = <u16>(length | (<i32>load<u8>(symbol) << 8));
      const end = (code + 1) << (16 - length);
      for (let bits = code << (16 - length); bits < end; bits++) store<u16>(table + (bits << 1), entry);
    }
    code <<= 1;
  }
  return true;
}

/** Makes the lookups for blocks whose first coefficient is coded with one table and whose others with another. */
export function addPair(index: usize, dc: usize, ac: usize): void {
  for (let bits = 0; bits < 1 << lookupBits; bits++) {
    store<i16>(lookupAt(2 * index) + (bits << 1), wholeStart(bits, codesAt(dc), codesAt(ac)));
    store<i16>(lookupAt(2 * index + 1) + (bits << 1), wholeSymbols(bits, codesAt(ac), 0, 0));
  }
}

/** Sets the tables of one block of the unit. */
export function addTurn(index: usize, pair: usize, dc: usize, ac: usize, isLast: bool): void {
  if (index >= mostTurns) unreachable();
  const turn = turnAt(index);
  turn.start = lookupAt(2 * pair);
  turn.more = lookupAt(2 * pair + 1);
  turn.dc = codesAt(dc);
  turn.ac = codesAt(ac);
  turn.next = turnAt(isLast ? 0 : index + 1);
}

function wholeStart(bits: i32, dc: usize, ac: usize): i16 {
  const entry = codeIn(bits, 0, dc);
  const length = entry & 0xff;
  if (length == 0 || length > lookupBits) return <i16>(noneWhole + 1); // past 64, where it is added to no coefficient
  return wholeSymbols(bits, ac, length + (entry >> 8), 1);
}

/**
 * Counts the coefficients after the first whose whole codes are in the next 12 bits (T.81, F.2.2.2). Returns their
 * number, plus `blockEnds` when the last code ends the block, minus the number of bits used, shifted by 8.
 * @param used bits that the first coefficient takes
 */
function wholeSymbols(bits: i32, ac: usize, used: i32, coefficients: i32): i16 {
  while (used < lookupBits) {
    const entry = codeIn(bits, used, ac);
    const length = entry & 0xff;
    if (length == 0 || used + length > lookupBits) break;
    const run = entry >> 12;
    const size = (entry >> 8) & 15;
    if (endsBlock(run, size)) {
      used += length;
      coefficients += blockEnds;
      break;
    }
    if (coefficients + run + 1 >= noneWhole) break;
    used += length + size;
    coefficients += run + 1;
  }
  return <i16>(used == 0 ? noneWhole : coefficients - (used << 8));
}

function codeIn(bits: i32, used: i32, table: usize): i32 {
  const mask = (1 << lookupBits) - 1;
  return <i32>load<u16>(table + ((((bits << used) & mask) << (16 - lookupBits)) << 1));
}

/** Whether a code ends the block. Of the codes without a value, only a run of 16 zeros does not. */
export function endsBlock(run: i32, size: i32): bool {
  return size == 0 && run != 15;
}
