/** A file that an XML document holds in base64 (RFC 4648). */
export interface BinaryContent {
  /** Empty where only the size was wanted. */
  pieces: Buffer[];
  sizeBytes: number;
  /** False when the text has characters that base64 does not. */
  isValid: boolean;
}

/** A multiple of 4, so that each piece is decoded by itself. */
const pieceLength = 1 << 16;

/**
 * Decodes base64 piece by piece, so that the whole text is never copied.
 * @returns undefined for a blank text
 */
export function binaryContent(text: string, isKept: boolean): BinaryContent | undefined {
  const pieces: Buffer[] = [];
  let [sizeBytes, isValid, rest] = [0, true, ""];
  const decode = (base64: string) => {
    const bytes = Buffer.from(base64, "base64");
    sizeBytes += bytes.length;
    if (isKept) pieces.push(bytes);
  };
  for (let at = 0; at < text.length; at += pieceLength) {
    const part = rest + text.slice(at, at + pieceLength).replaceAll(/\s+/g, "");
    isValid &&= /^[A-Za-z0-9+/]*={0,2}$/.test(part);
    const whole = part.length - (part.length % 4);
    decode(part.slice(0, whole));
    rest = part.slice(whole);
  }
  if (rest !== "") decode(rest);
  return sizeBytes === 0 && isValid ? undefined : { pieces, sizeBytes, isValid };
}
