// The layout of the module's memory. AssemblyScript: TypeScript's syntax, WebAssembly's types.

/** One block of the unit that repeats all through a scan (ITU-T T.81, A.2.3). */
@unmanaged
export class Turn {
  /** Lookups by the next 12 bits, for the start of a block and for the rest of it; see codes.as. */
  start: usize;
  more: usize;
  /** Lookups by the next 16 bits of one code, for the first coefficient and for the others. */
  dc: usize;
  ac: usize;
  next: Turn;
}

/** A position from which codes are followed. */
@unmanaged
export class Lane {
  /**
   * Bits between this position and the bottom of the plain data, shifted by 8, plus the number of the block's next
   * coefficient: 0 before the block. Both are in one number, so that one addition advances both.
   */
  state: i32;
  turn: Turn;
  /** The lookup for the rest of the block. */
  more: usize;
  /** The lane stops before the first block that begins at this state or past it, or after `most` blocks. */
  stop: i32;
  most: u32;
  walked: u32;
  outcome: i32;
  /** Where the states and turns of the beginnings of its first `noted` blocks are recorded. */
  notes: usize;
  noted: u32;
  /** How many restarts are left. */
  guesses: i32;
}

export const underway = 0;
export const arrived = 1;
export const failed = 2;

/** Where a file's table, as counts and symbols, is passed to `addCodes`. */
export const handOver: usize = 1 << 10;
export const mostTurns: usize = 10;
const turns: usize = 2 << 10;
const lanes: usize = 3 << 10;
const notes: usize = 4 << 10;
export const notedBlocks: u32 = 1 << 10;
const lookups: usize = 32 << 10;
export const lookupBytes: usize = 8 << 10;
const codes: usize = 256 << 10;
const codesBytes: usize = 128 << 10;
/** Coded data as in the file. */
export const source: usize = 1280 << 10;
export const sourceBytes: usize = 512 << 10;
/**
 * The same data without the zeros that are stuffed after each 0xff, and in reverse byte order, so that the next bits
 * are always the upper bits of one number. Offsets are counted from its bottom; it is filled from its top.
 */
export const plain: usize = 1796 << 10;
/** A lane may run past the end of the data by one block. */
export const plainTop: usize = sourceBytes + (3 << 10);

@inline
export function turnAt(index: usize): Turn {
  return changetype<Turn>(turns + index * offsetof<Turn>());
}

@inline
export function laneAt(index: usize): Lane {
  return changetype<Lane>(lanes + index * offsetof<Lane>());
}

/** Returns the address of a lookup. Each pair of tables has two: for a block's start, and for the rest of it. */
export function lookupAt(index: usize): usize {
  return lookups + index * lookupBytes;
}

export function codesAt(index: usize): usize {
  return codes + index * codesBytes;
}

export function notesAt(index: usize): usize {
  return notes + index * notedBlocks * 8;
}
