/** Where every compressed text begins, for short ones to refer to ([MS-OXRTFCP] 2.1.2.1). */
const dictionaryStart = Buffer.from(
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx",
  "latin1",
);
const dictionaryBytes = 4096;
const [compressed, uncompressed] = [0x75465a4c, 0x414c454d];
const headerBytes = 16;

/**
 * Decompresses the RTF text of an Outlook message ([MS-OXRTFCP]). Text that ends early is returned as far as it goes.
 * @returns null when the bytes are no such text
 */
export function decompressRtf(bytes: Buffer, maxBytes: number): Buffer | null {
  if (bytes.length < headerBytes) return null;
  const size = Math.min(bytes.readUInt32LE(4), maxBytes);
  const kind = bytes.readUInt32LE(8);
  if (kind === uncompressed) return bytes.subarray(headerBytes, headerBytes + size);
  return kind === compressed ? inflate(bytes, size) : null;
}

function inflate(bytes: Buffer, size: number): Buffer {
  const dictionary = Buffer.alloc(dictionaryBytes);
  dictionaryStart.copy(dictionary);
  let writeAt = dictionaryStart.length;
  const out = Buffer.alloc(Math.min(size, (bytes.length - headerBytes) * 9)); // 2 bytes become at most 17
  let length = 0;
  const put = (byte: number) => {
    dictionary[writeAt] = byte;
    writeAt = (writeAt + 1) % dictionaryBytes;
    out[length++] = byte;
  };
  let at = headerBytes;
  while (at < bytes.length && length < out.length) {
    const control = bytes[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < bytes.length && length < out.length; bit++) {
      if ((control & (1 << bit)) === 0) {
        put(bytes[at++] ?? 0);
        continue;
      }
      if (at + 2 > bytes.length) return out.subarray(0, length);
      const reference = bytes.readUInt16BE(at);
      at += 2;
      const from = reference >> 4;
      if (from === writeAt) return out.subarray(0, length); // marks the end
      for (let index = 0; index < (reference & 15) + 2 && length < out.length; index++)
        put(dictionary[(from + index) % dictionaryBytes] ?? 0);
    }
  }
  return out.subarray(0, length);
}
