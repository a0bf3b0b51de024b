/** Lengths of runs by their codes: 0 to 63, then the multiples of 64 (ITU-T T.4, tables 2 and 3). */
const whiteRuns = `
  00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101
  101010 101011 0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 00000011
  00011010 00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010 00101011 00101100
  00101101 00000100 00000101 00001010 00001011 01010010 01010011 01010100 01010101 00100100 00100101 01011000 01011001
  01011010 01011011 01001010 01001011 00110010 00110011 00110100
  11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101 011010010
  011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010 011011011 010011000 010011001
  010011010 011000 010011011`;
const blackRuns = `
  0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000
  0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 00000011000
  000011001010 000011001011 000011001100 000011001101 000001101000 000001101001 000001101010 000001101011 000011010010
  000011010011 000011010100 000011010101 000011010110 000011010111 000001101100 000001101101 000011011010 000011011011
  000001010100 000001010101 000001010110 000001010111 000001100100 000001100101 000001010010 000001010011 000000100100
  000000110111 000000111000 000000100111 000000101000 000001011000 000001011001 000000101011 000000101100 000001011010
  000001100110 000001100111
  0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100 0000001101101
  0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 0000001110100 0000001110101
  0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 0000001010101 0000001011010 0000001011011
  0000001100100 0000001100101`;
/** Codes for runs from 1792 on, shared by both colours. */
const longRuns = `
  00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 000000010111
  000000011100 000000011101 000000011110 000000011111`;
/**
 * Vertical modes from three pixels left of the change above to three pixels right of it, then pass and horizontal mode
 * (ITU-T T.6, table 1).
 */
const modes = "0000010 000010 010 1 011 000011 0000011 0001 001";
const [pass, horizontal] = [7, 8];
const straight = 3;

const longestCode = 13;
const lengthBits = 4;
const [modeCodes, whiteCodes, blackCodes] = [
  tableOf(modes, (index) => index),
  tableOf(whiteRuns + longRuns, runOf),
  tableOf(blackRuns + longRuns, runOf),
];
const endOfBlock = "000000000001".repeat(2);

function runOf(index: number): number {
  return index < 64 ? index : (index - 63) * 64;
}

/**
 * Builds a lookup by the next 13 bits: the meaning of the code, and in the lowest four bits its length; 0 for no code.
 */
function tableOf(codes: string, meaning: (index: number) => number): Uint16Array {
  const table = new Uint16Array(1 << longestCode);
  for (const [index, code] of codes.trim().split(/\s+/).entries()) {
    const free = longestCode - code.length;
    const first = Number.parseInt(code, 2) << free;
    table.fill((meaning(index) << lengthBits) | code.length, first, first + (1 << free));
  }
  return table;
}

/**
 * Parses a Group 4 strip without producing pixels. Some programs write runs of length 0, which TIFF decoders tolerate;
 * PDF viewers differ on them, and some show an empty page.
 * @param strip with the highest bit of each byte first
 * @returns whether all viewers decode it in the same way: the stated number of rows, each of the stated width, in runs
 * that advance
 */
export function isStrictFax(strip: Uint8Array, columns: number, rows: number): boolean {
  const bytes = new Uint8Array(strip.length + 8); // padded with zeros, which are not a code
  bytes.set(strip);
  const bits = strip.length * 8;
  const maxChanges = Math.min(columns, bits) + 3; // each changing element takes at least one bit
  let above = new Int32Array(maxChanges).fill(columns, 0, 3);
  let below = new Int32Array(maxChanges);
  let at = 0;

  /** Returns the next 13 bits. */
  function ahead(): number {
    const byte = at >> 3;
    const three = ((bytes[byte] ?? 0) << 16) | ((bytes[byte + 1] ?? 0) << 8) | (bytes[byte + 2] ?? 0);
    return (three >> (24 - longestCode - (at & 7))) & ((1 << longestCode) - 1);
  }

  /**
   * Reads the length of one run: any number of codes for multiples of 64 and one for the rest. Returns NaN at an
   * unknown code.
   */
  function run(codes: Uint16Array): number {
    for (let length = 0; ; ) {
      const code = codes[ahead()] ?? 0;
      if (code === 0) return Number.NaN;
      at += code & ((1 << lengthBits) - 1);
      length += code >> lengthBits;
      if (code >> lengthBits < 64) return length;
    }
  }

  /** Reads the changes of a row into `below`, followed by three times the end of the row. */
  function row(): boolean {
    let count = 0; // changing elements so far, odd while black
    let from = -1; // position of the last change or pass
    let next = 0; // index of the first change above that is right of `from` and of opposite colour
    while (from < columns) {
      while ((above[next] ?? columns) <= from) next += 2;
      const code = modeCodes[ahead()] ?? 0;
      if (code === 0) return false;
      at += code & ((1 << lengthBits) - 1);
      const mode = code >> lengthBits;
      if (mode === pass) {
        from = above[next + 1] ?? columns;
        if (from >= columns) return false;
      } else if (mode === horizontal) {
        const isBlack = (count & 1) === 1;
        const first = Math.max(from, 0) + run(isBlack ? blackCodes : whiteCodes);
        const second = first + run(isBlack ? whiteCodes : blackCodes);
        const advances = first > from && (second > first || second === columns);
        if (!advances || !(second <= columns)) return false;
        below[count++] = first;
        if (first < columns) below[count++] = second;
        from = second;
      } else {
        const change = (above[next] ?? columns) + mode - straight;
        if (change <= from || change > columns) return false;
        below[count++] = change;
        from = change;
        next += mode < straight && next > 0 ? -1 : 1;
      }
    }
    if (below[count - 1] === columns) count--;
    below[count] = below[count + 1] = below[count + 2] = columns;
    return true;
  }

  for (let read = 0; read < rows; read++) {
    if (!row() || at > bits) return false;
    [above, below] = [below, above];
  }
  return endsAt(bytes, at);
}

/** Whether an end-of-block code or only padding follows. */
function endsAt(bytes: Uint8Array, at: number): boolean {
  const [rest, used] = [bytes.subarray(at >> 3), at & 7];
  const next = Array.from(rest.subarray(0, 4), (byte) => byte.toString(2).padStart(8, "0")).join("");
  return next.startsWith(endOfBlock, used) || (!next.includes("1", used) && !rest.subarray(4).some(Boolean));
}
