/** A part of a length: what is looked at, and what is taken of it, because at its ends it sees too little. */
export interface Strip {
  from: number;
  to: number;
  takenFrom: number;
  takenTo: number;
}

/**
 * Divides a length into strips of at most `longest` that overlap by at least `overlap`, but for rounding. What is taken
 * of them covers the length once; borders are in the middle of overlaps.
 */
export function stripsOf(length: number, longest: number, overlap: number): Strip[] {
  if (length <= longest) return [{ from: 0, to: length, takenFrom: 0, takenTo: length }];
  const count = Math.ceil((length - overlap) / (longest - overlap));
  const size = Math.ceil((length + (count - 1) * overlap) / count);
  const starts = Array.from({ length: count }, (_, at) => Math.round(((length - size) * at) / (count - 1)));
  const borders = starts.slice(1).map((start, at) => Math.round((start + (starts[at] ?? 0) + size) / 2));
  return starts.map((from, at) => ({
    from,
    to: from + size,
    takenFrom: borders[at - 1] ?? 0,
    takenTo: borders[at] ?? length,
  }));
}
