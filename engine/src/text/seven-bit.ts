import iconv from "iconv-lite";

/** Seven-bit encodings of email with escape sequences (RFC 1468, RFC 1557), which iconv-lite does not know. */
type SevenBit = "iso-2022-jp" | "iso-2022-kr";

const escapeByte = "\x1b";
/** Pairs of characters up to the closing escape in the same line: printer commands begin in the same way. */
const japanese = new RegExp(`${escapeByte}\\$[@B](?:[!-~]{2})+${escapeByte}\\([BJ]`);
const korean = `${escapeByte}$)C`;

/** @param sample the beginning of a text; may end within a character */
export function sevenBitEncoding(sample: Buffer): SevenBit | undefined {
  if (!sample.includes(`${escapeByte}$`) || sample.some((byte) => byte >= 0x80)) return undefined;
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
