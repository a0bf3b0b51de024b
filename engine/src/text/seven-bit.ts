import iconv from "iconv-lite";

/** Encodings of mails in which plain letters stand for others between two marks (RFC 1468, RFC 1557); iconv-lite has neither. */
type SevenBit = "iso-2022-jp" | "iso-2022-kr";

const mark = "\x1b";
/** Pairs of signs up to the mark that ends them in the same line: printers have commands that begin alike. */
const japanese = new RegExp(`${mark}\\$[@B](?:[!-~]{2})+${mark}\\([BJ]`);
const korean = `${mark}$)C`;

/** @param sample may end within a character */
export function sevenBitEncoding(sample: Buffer): SevenBit | undefined {
  if (!sample.includes(`${mark}$`) || sample.some((byte) => byte >= 0x80)) return undefined;
  const text = sample.toString("latin1");
  if (text.startsWith(korean)) return "iso-2022-kr";
  return japanese.test(text) ? "iso-2022-jp" : undefined;
}

export const isSevenBit = (encoding: string): encoding is SevenBit => /^iso-2022-(jp|kr)$/.test(encoding);

export function decodeSevenBit(bytes: Buffer, encoding: SevenBit): string {
  if (encoding === "iso-2022-jp") return new TextDecoder(encoding).decode(bytes);
  const [shiftOut, shiftIn] = [0x0e, 0x0f];
  const plain = Buffer.alloc(bytes.length);
  let [length, isShifted] = [0, false];
  for (const byte of bytes.subarray(korean.length)) {
    if (byte === shiftOut || byte === shiftIn) isShifted = byte === shiftOut;
    else plain[length++] = isShifted && byte > 0x20 ? byte | 0x80 : byte;
  }
  return iconv.decode(plain.subarray(0, length), "EUC-KR");
}
