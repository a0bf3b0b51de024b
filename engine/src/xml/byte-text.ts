const reference = /&#(?:x([0-9a-fA-F]{2,8})|(\d{3,8}));/g;

/**
 * Decodes a part with one character for each byte of its UTF-8, so that text between edits is written back byte for
 * byte. References to characters beyond ASCII become the character's bytes: a value that is read resolved and written
 * back could not be encoded otherwise.
 */
export function byteText(part: Buffer): string {
  const text = part.toString("latin1");
  // In a CDATA section "&#233;" is text. Parts with such sections and such references have not been seen.
  if (text.includes("<![CDATA[")) return text;
  return text.replace(reference, (whole, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code >= 0x80 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? Buffer.from(String.fromCodePoint(code)).toString("latin1") : whole;
  });
}
