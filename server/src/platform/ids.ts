import { randomBytes } from "node:crypto";

const lastPlace = 0xfff;
/** The newest that this process has made. */
let newest = { ms: 0, place: 0 };

/**
 * A UUIDv7 (RFC 9562): 48 bits of milliseconds, its place among those of one millisecond, then chance. Those of one
 * process sort by birth.
 */
export function newId(nowMs: number = Date.now()): string {
  const bytes = randomBytes(16);
  const follows = nowMs === newest.ms && newest.place < lastPlace;
  // The first one's place is of the lower half, which leaves room for more than a millisecond can bring.
  const place = follows ? newest.place + 1 : bytes.readUInt16BE(6) & (lastPlace >> 1);
  if (nowMs >= newest.ms) newest = { ms: nowMs, place };
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | place, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
