// Where everything lies in the module's memory. AssemblyScript: TypeScript's syntax, WebAssembly's types.

/** One block of the unit that repeats all through a scan (ITU-T T.81, A.2.3). */
@unmanaged
export class Turn {
  /** By the next 12 bits: what a block begins with, and what it goes on with; see codes.as. */
  start: usize;
  more: usize;
  /** By the next 16 bits: one code of the first coefficient, and of the others. */
  dc: usize;
  ac: usize;
  next: Turn;
}

/** Somebody who follows codes. */
@unmanaged
export class Lane {
  /**
   * Bits between this place and the bottom of the plain data, shifted by 8, and the number of the block's next coefficient: 0
   * before the block. Both in one number, so that one addition moves on.
   */
  state: i32;
  turn: Turn;
  /** What the block goes on with. */
  more: usize;
  /** It stops before the first block that begins at this state or past it, or after so many blocks. */
  stop: i32;
  most: u32;
  walked: u32;
  outcome: i32;
  /** The states and turns at which its first blocks begin are kept there, `noted` of them. */
  notes: usize;
  noted: u32;
  /** How often it may still begin anew. */
  guesses: i32;
}

export const underway = 0;
export const arrived = 1;
export const failed = 2;

/** A file's table, as counts and symbols, lies here while it is taken in. */
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
/** Coded data as it stands in the file. */
export const source: usize = 1280 << 10;
export const sourceBytes: usize = 512 << 10;
/**
 * The same without the zeros that are stuffed behind each 0xff, and with its bytes in reverse: so the bits that come next are
 * always the upper end of one number. Offsets in it are counted from its bottom; it is filled from its top.
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

/** Two for each pair of tables: for a block's start, and for more of it. */
export function lookupAt(index: usize): usize {
  return lookups + index * lookupBytes;
}

export function codesAt(index: usize): usize {
  return codes + index * codesBytes;
}

export function notesAt(index: usize): usize {
  return notes + index * notedBlocks * 8;
}
