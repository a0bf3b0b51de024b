/**
 * Packs pictures into one file, because a sandboxed process writes exactly one: length (4 bytes, little-endian) and
 * bytes of each.
 */
export function packPictures(pictures: Uint8Array[]): Buffer {
  return Buffer.concat(
    pictures.flatMap((picture) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(picture.length);
      return [length, picture];
    }),
  );
}

/** In bytes; enough for any picture 200 pixels wide. */
const maxPictureBytes = 100_000;

/**
 * Unpacks pictures without trusting the sandboxed process: complete WebP files of limited size, in order, up to the
 * first invalid one.
 * @param limit the number of pictures that were requested
 */
export function unpackPictures(packed: Buffer, limit: number): Buffer[] {
  const pictures: Buffer[] = [];
  for (let at = 0; at + 4 <= packed.length && pictures.length < limit; ) {
    const length = packed.readUInt32LE(at);
    const picture = packed.subarray(at + 4, at + 4 + length);
    if (picture.length !== length || !isWebp(picture)) break;
    pictures.push(picture);
    at += 4 + length;
  }
  return pictures;
}

/** Whether the bytes are a complete WebP file (RFC 9649, 2.4): "RIFF", the size of the rest, "WEBP". */
export function isWebp(picture: Buffer, maxBytes = maxPictureBytes): boolean {
  if (picture.length < 20 || picture.length > maxBytes) return false;
  const signature = picture.toString("latin1", 0, 4) + picture.toString("latin1", 8, 12);
  return signature === "RIFFWEBP" && picture.readUInt32LE(4) + 8 === picture.length;
}
