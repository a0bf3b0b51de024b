import { randomBytes } from "node:crypto";

const maxCounter = 0xfff;
/** Time and counter of the newest identifier made by this process. */
let newest = { ms: 0, counter: 0 };

/**
 * Creates a UUIDv7 (RFC 9562): 48 bits of milliseconds, a 12-bit counter within the millisecond, then random bits.
 * Identifiers made by one process sort by creation.
 */
export function newId(nowMs: number = Date.now()): string {
  const bytes = randomBytes(16);
  const follows = nowMs === newest.ms && newest.counter < maxCounter;
  // The first counter of a millisecond starts in the lower half, which leaves room for more identifiers than can be
  // made in a millisecond.
  const counter = follows ? newest.counter + 1 : bytes.readUInt16BE(6) & (maxCounter >> 1);
  if (nowMs >= newest.ms) newest = { ms: nowMs, counter };
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
