/** A Huffman table of a JPEG (ITU-T T.81, annex C), laid out for counting coefficients rather than for their values. */
export interface HuffmanTable {
  /** By the next 16 bits: the code's length, and its symbol shifted by 8; 0 where no code begins so. */
  one: Uint16Array;
}

/** The table of a block's coefficients after the first. */
export interface RunTable extends HuffmanTable {
  /** By the next 12 bits: see `wholeSymbols`. */
  many: Uint16Array;
}

export const lookupBits = 12;
/** Added to the number of coefficients where a block ends. */
export const blockEnds = 128;
/** Stands for the number of coefficients where 12 bits hold not even one: added to any position it is past the last. */
const noneWhole = 64;

/**
 * @param counts how many codes there are of each length from 1 to 16
 * @param symbols in the order of their codes
 * @returns undefined when there are more codes than bits can tell apart
 */
export function huffmanTable(counts: Uint8Array, symbols: Uint8Array): HuffmanTable | undefined {
  const one = new Uint16Array(1 << 16);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= 16; length++) {
    const last = code + (counts[length - 1] ?? 0);
    if (last > 1 << length) return undefined;
    for (; code < last; code++, index++) {
      const entry = length | ((symbols[index] ?? 0) << 8);
      one.fill(entry, code << (16 - length), (code + 1) << (16 - length));
    }
    code <<= 1;
  }
  return { one };
}

/**
 * What the next 12 bits hold of a block's AC coefficients, as many as are whole: bits they take, and shifted by 8 how far
 * they lead, plus `blockEnds` when the last one ends the block (T.81, F.2.2.2).
 */
export function wholeSymbols(one: Uint16Array): Uint16Array {
  const many = new Uint16Array(1 << lookupBits);
  const mask = many.length - 1;
  for (let bits = 0; bits < many.length; bits++) {
    let used = 0;
    let coefficients = 0;
    for (;;) {
      const entry = one[((bits << used) & mask) << (16 - lookupBits)] ?? 0;
      const [run, size] = [entry >> 12, (entry >> 8) & 15];
      const taken = used + (entry & 0xff) + size;
      if ((entry & 0xff) === 0 || taken > lookupBits) break;
      if (endsBlock(run, size)) {
        used = taken;
        coefficients += blockEnds;
        break;
      }
      if (coefficients + run + 1 >= noneWhole) break;
      used = taken;
      coefficients += run + 1;
    }
    many[bits] = used === 0 ? noneWhole << 8 : used | (coefficients << 8);
  }
  return many;
}

/** Only a run of 16 zeros has no value behind it and goes on. */
export const endsBlock = (run: number, size: number): boolean => size === 0 && run !== 15;
