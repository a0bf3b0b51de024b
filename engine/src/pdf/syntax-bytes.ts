/** Bytes with a meaning in PDF syntax (ISO 32000-1, 7.2.2). */
export const [backslash, open, close, less, greater, slash, letterR] = [0x5c, 0x28, 0x29, 0x3c, 0x3e, 0x2f, 0x52];

const [space, delimiter] = [1, 2];
const kindOf = new Uint8Array(256);
for (const byte of Buffer.from("\0\t\n\f\r ", "latin1")) kindOf[byte] = space;
for (const byte of Buffer.from("()<>[]{}/%", "latin1")) kindOf[byte] = delimiter;

export const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
export const isSpace = (byte: number | undefined): boolean => byte !== undefined && kindOf[byte] === space;
/** Whether the byte ends a token: white space or a delimiter. */
export const endsToken = (byte: number | undefined): boolean => byte !== undefined && kindOf[byte] !== 0;
