/** Tables of CRC-32, which the cipher uses one byte at a time. */
const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Bytes before the data; the last one shows whether the password is right. */
export const zipCryptoHeaderBytes = 12;

/**
 * Starts PKWARE's traditional decryption (APPNOTE.TXT, 6.1), also called ZipCrypto.
 * @returns decrypts the next bytes in place, beginning with the header
 */
export function zipCryptoCipher(password: Uint8Array): (bytes: Buffer) => Buffer {
  let [key0, key1, key2] = [0x12345678, 0x23456789, 0x34567890];
  const update = (plain: number) => {
    key0 = (table[(key0 ^ plain) & 0xff] ?? 0) ^ (key0 >>> 8);
    key1 = (Math.imul(key1 + (key0 & 0xff), 134_775_813) + 1) | 0;
    key2 = (table[(key2 ^ (key1 >>> 24)) & 0xff] ?? 0) ^ (key2 >>> 8);
  };
  for (const byte of password) update(byte);
  return (bytes) => {
    for (let at = 0; at < bytes.length; at++) {
      const mask = (key2 & 0xffff) | 2;
      const plain = (bytes[at] ?? 0) ^ ((Math.imul(mask, mask ^ 1) >>> 8) & 0xff);
      bytes[at] = plain;
      update(plain);
    }
    return bytes;
  };
}
