import type { CellRange } from "../measure-sheet.ts";
import { type BiffRecord, record } from "./records.ts";

/** Kinds of records of a drawing ([MS-ODRAW] 2.2.18; [MS-XLS] 2.5.193), and of objects in it ([MS-XLS] 2.5.143). */
const anchor = 0xf010;
const anchorInGroup = 0xf00f;
const properties = 0xf00b;
const comment = 0x19;
const dropDown = 0x14;
const isPrinted = 0x10;

/**
 * The cells that pictures, charts and shapes of a sheet cover, without comments and filter buttons, which do not print.
 */
export function drawingRanges(stream: Buffer, records: BiffRecord[]): CellRange[] {
  return shownObjects(stream, records).flatMap((parts) => parts.flatMap((part) => anchorIn(stream, part) ?? []));
}

/** Whether `drawingRanges` lacks any object, such as the drawings of formats before BIFF8. */
export function hasUnplacedDrawing(stream: Buffer, records: BiffRecord[]): boolean {
  const isPlaced = ({ kind }: DrawingPart) => kind === anchor || kind === anchorInGroup;
  return shownObjects(stream, records).some((parts) => !parts.some(isPlaced));
}

/** Returns the drawing parts of each object that prints. */
function shownObjects(stream: Buffer, records: BiffRecord[]): DrawingPart[][] {
  const found: DrawingPart[][] = [];
  let waiting: DrawingPart[] = [];
  for (const { type, at, size } of records) {
    if (type === record.drawing) waiting.push(...partsIn(stream, at, at + size));
    if (type !== record.object) continue;
    const [kind, flags] = [stream.readUInt16LE(at + 4), stream.readUInt16LE(at + 8)];
    const isShown = kind !== comment && (kind !== dropDown || (flags & isPrinted) !== 0);
    if (isShown) found.push(waiting);
    waiting = [];
  }
  return found;
}

/** Whether any shape is rotated: it may extend below its stated rows. */
export function hasTurnedDrawing(stream: Buffer, records: BiffRecord[]): boolean {
  return records.some(
    ({ type, at, size }) =>
      type === record.drawing && partsIn(stream, at, at + size).some((part) => isTurned(stream, part)),
  );
}

/** Looks for a rotation among the properties of six bytes each ([MS-ODRAW] 2.3.18.5). */
function isTurned(stream: Buffer, { kind, count, at, end }: DrawingPart): boolean {
  if (kind !== properties) return false;
  return Array.from({ length: count }, (_, index) => at + index * 6).some(
    (place) => place + 6 <= end && stream.readUInt16LE(place) === angle && stream.readUInt32LE(place + 2) !== 0,
  );
}

const angle = 4;

interface DrawingPart {
  kind: number;
  /** Number of its properties. */
  count: number;
  at: number;
  end: number;
}

function partsIn(stream: Buffer, from: number, end: number): DrawingPart[] {
  const found: DrawingPart[] = [];
  for (let at = from; at + 8 <= end; ) {
    const versionAndCount = stream.readUInt16LE(at);
    const isContainer = (versionAndCount & 15) === 15;
    const size = stream.readUInt32LE(at + 4);
    const part = { kind: stream.readUInt16LE(at + 2), count: versionAndCount >> 4, at: at + 8 };
    found.push({ ...part, end: Math.min(end, at + 8 + size) });
    at += 8 + (isContainer ? 0 : size);
  }
  return found;
}

/** @returns undefined for any other part, and for a truncated one */
function anchorIn(stream: Buffer, { kind, at, end }: DrawingPart): CellRange | undefined {
  if (kind !== anchor || end - at < 18) return undefined;
  const corner = (place: number) => ({
    column: stream.readUInt16LE(place) + 1,
    row: stream.readUInt16LE(place + 4) + 1,
  });
  return { from: corner(at + 2), to: corner(at + 10) };
}
