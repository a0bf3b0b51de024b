import type { Span } from "../measure.ts";
import { type BiffRecord, record } from "./records.ts";

/** Kinds of records of a drawing ([MS-ODRAW] 2.2.18; [MS-XLS] 2.5.193), and of objects in it ([MS-XLS] 2.5.143). */
const anchor = 0xf010;
const comment = 0x19;
const dropDown = 0x14;
const isPrinted = 0x10;

/** Where the pictures, charts and shapes of a sheet begin and end; comments and the arrows of filters are no part of the page. */
export function drawingReach(stream: Buffer, records: BiffRecord[]): Span[] {
  const found: Span[] = [];
  let waiting: Span[] = [];
  for (const { type, at, size } of records) {
    if (type === record.drawing) waiting.push(...anchorsIn(stream, at, at + size));
    if (type !== record.object) continue;
    const [kind, flags] = [stream.readUInt16LE(at + 4), stream.readUInt16LE(at + 8)];
    const isShown = kind !== comment && (kind !== dropDown || (flags & isPrinted) !== 0);
    if (isShown) found.push(...waiting);
    waiting = [];
  }
  return found;
}

function anchorsIn(stream: Buffer, from: number, end: number): Span[] {
  const anchors: Span[] = [];
  for (let at = from; at + 8 <= end; ) {
    const isContainer = (stream.readUInt8(at) & 15) === 15;
    const size = stream.readUInt32LE(at + 4);
    if (stream.readUInt16LE(at + 2) === anchor && at + 26 <= end) {
      const corner = (place: number) => ({
        column: stream.readUInt16LE(place) + 1,
        row: stream.readUInt16LE(place + 4) + 1,
      });
      anchors.push({ from: corner(at + 10), to: corner(at + 18) });
    }
    at += 8 + (isContainer ? 0 : size);
  }
  return anchors;
}
