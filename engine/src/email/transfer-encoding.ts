/** How much is decoded at a time, and at first: many attachments are only asked for their beginning. */
const [pieceBytes, firstBytes] = [256 * 1024, 16 * 1024];

/**
 * Decodes the body of a part in pieces, so that a large one is never in memory twice. Invalid characters of base64 and
 * invalid escapes of quoted-printable are tolerated, as mail programs do. Unknown encodings are passed through.
 * @param encoding a Content-Transfer-Encoding in lower case (RFC 2045, 6)
 */
export function* decodeTransfer(body: Buffer, encoding: string): Generator<Buffer> {
  if (encoding === "base64") yield* decodeBase64(body);
  else if (encoding === "quoted-printable") yield* decodeQuotedPrintable(body);
  else yield* slices(body);
}

function* slices(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; ) {
    const end = at + (at === 0 ? firstBytes : pieceBytes);
    yield body.subarray(at, end);
    at = end;
  }
}

const notInAlphabet = 255;
const padding = 254;
const sextets = new Uint8Array(256).fill(notInAlphabet);
for (const [value, character] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries())
  sextets[character.charCodeAt(0)] = value;
sextets[0x3d] = padding;

/** Padding in the middle ends a group and not the text: some programs encode line by line. */
function* decodeBase64(body: Buffer): Generator<Buffer> {
  let bits = 0;
  let count = 0;
  for (const piece of slices(body)) {
    const out = Buffer.allocUnsafe(piece.length);
    let length = 0;
    for (let at = 0; at < piece.length; at++) {
      const value = sextets[piece[at] ?? 0] ?? notInAlphabet;
      if (value === notInAlphabet) continue;
      if (value === padding) {
        count = 0;
        continue;
      }
      bits = ((bits << 6) | value) & 0xffffff;
      count++;
      // The first character of a group completes no byte, each of the other three does.
      if (count > 1) out[length++] = (bits >> (6 - 2 * (count - 1))) & 0xff;
      if (count === 4) count = 0;
    }
    if (length > 0) yield out.subarray(0, length);
  }
}

const [lineFeed, carriageReturn, equals] = [0x0a, 0x0d, 0x3d];
const hexDigit = (byte: number | undefined): number => {
  const value = byte === undefined ? Number.NaN : Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(value) ? -1 : value;
};

function* decodeQuotedPrintable(body: Buffer): Generator<Buffer> {
  let out = Buffer.allocUnsafe(firstBytes);
  let length = 0;
  for (let at = 0; at < body.length; at++) {
    if (length === out.length) {
      yield out;
      out = Buffer.allocUnsafe(pieceBytes);
      length = 0;
    }
    const byte = body[at] ?? 0;
    if (byte !== equals) {
      out[length++] = byte;
      continue;
    }
    const end = softBreakEnd(body, at + 1);
    const [high, low] = [hexDigit(body[at + 1]), hexDigit(body[at + 2])];
    if (end !== undefined) at = end;
    else if (high < 0 || low < 0) out[length++] = byte;
    else {
      out[length++] = high * 16 + low;
      at += 2;
    }
  }
  if (length > 0) yield out.subarray(0, length);
}

/** Returns the position of the line feed of a soft line break, after up to 8 spaces that were added on the way. */
function softBreakEnd(body: Buffer, from: number): number | undefined {
  let at = from;
  while (at < from + 8 && (body[at] === 0x20 || body[at] === 0x09)) at++;
  if (body[at] === lineFeed) return at;
  if (body[at] === carriageReturn && body[at + 1] === lineFeed) return at + 1;
  return at >= body.length ? at : undefined;
}

/** Returns the size of a decoded body. */
export function decodedBytes(body: Buffer, encoding: string): number {
  if (encoding === "base64") return base64Bytes(body);
  let bytes = 0;
  for (const piece of decodeTransfer(body, encoding)) bytes += piece.length;
  return bytes;
}

/** Counts without decoding: an email is opened once for every 32 MB that are copied out of it. */
function base64Bytes(body: Buffer): number {
  let bytes = 0;
  let count = 0;
  for (let at = 0; at < body.length; at++) {
    const value = sextets[body[at] ?? 0] ?? notInAlphabet;
    if (value === padding) count = 0;
    else if (value !== notInAlphabet) {
      if (count > 0) bytes++;
      count = count === 3 ? 0 : count + 1;
    }
  }
  return bytes;
}

/** Returns a whole decoded body. */
export const decodeWhole = (body: Buffer, encoding: string): Buffer =>
  Buffer.concat([...decodeTransfer(body, encoding)]);
