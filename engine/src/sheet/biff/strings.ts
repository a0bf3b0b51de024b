import type { BiffRecord } from "./records.ts";

/** Flags of a string ([MS-XLS] 2.5.293): two bytes for each character, phonetic data, formatting runs. */
const flag = { wide: 1, phonetic: 4, rich: 8 } as const;

/**
 * Reads a string within one record.
 * @param at    offset of its flags
 * @param count number of characters
 */
export function textAt(stream: Buffer, at: number, count: number): string {
  const wide = (stream.readUInt8(at) & flag.wide) !== 0;
  return decoded(stream, at + 1, count, wide);
}

function decoded(stream: Buffer, at: number, count: number, wide: boolean): string {
  return wide ? stream.toString("utf16le", at, at + count * 2) : stream.toString("latin1", at, at + count);
}

/**
 * Reads the texts that cells refer to by index ([MS-XLS] 2.4.265).
 * @param pieces the record and those that continue it: a text may extend over several
 * @throws RangeError where the texts are truncated
 */
export function sharedStrings(stream: Buffer, pieces: BiffRecord[]): string[] {
  let index = 0;
  let at = 0;
  let end = 0;
  const open = () => {
    const piece = pieces[index++];
    if (!piece) throw new RangeError("The shared texts are cut off");
    at = piece.at;
    end = piece.at + piece.size;
  };
  const skip = (bytes: number) => {
    for (let left = bytes; left > 0; ) {
      if (at >= end) open();
      const step = Math.min(left, end - at);
      at += step;
      left -= step;
    }
  };
  const readText = (count: number, isWide: boolean) => {
    let text = "";
    let wide = isWide;
    for (let left = count; left > 0; ) {
      if (at >= end) {
        open();
        wide = (stream.readUInt8(at++) & flag.wide) !== 0; // each record states again how its characters are encoded
      }
      const step = Math.min(left, Math.floor((end - at) / (wide ? 2 : 1)));
      if (step === 0) throw new RangeError("A shared text is cut within a character");
      text += decoded(stream, at, step, wide);
      at += step * (wide ? 2 : 1);
      left -= step;
    }
    return text;
  };

  open();
  const count = stream.readUInt32LE(at + 4);
  at += 8;
  const texts: string[] = [];
  while (texts.length < count) {
    if (at >= end) open();
    const length = stream.readUInt16LE(at);
    const flags = stream.readUInt8(at + 2);
    at += 3;
    const runs = (flags & flag.rich) === 0 ? 0 : stream.readUInt16LE(at);
    if ((flags & flag.rich) !== 0) at += 2;
    const phonetic = (flags & flag.phonetic) === 0 ? 0 : stream.readUInt32LE(at);
    if ((flags & flag.phonetic) !== 0) at += 4;
    texts.push(readText(length, (flags & flag.wide) !== 0));
    skip(runs * 4 + phonetic);
  }
  return texts;
}
