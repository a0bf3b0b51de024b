import { createCipheriv, createHmac, type Hmac, pbkdf2Sync, timingSafeEqual } from "node:crypto";
import type { Entry } from "yauzl";

/** The method that the directory states for an entry with AES; its extra field holds the real one. */
export const aesMethod = 99;
/** Bytes after the data, which prove that they are unchanged. */
export const aesProofBytes = 10;
const verifierBytes = 2;
const iterations = 1000;
const blockBytes = 16;

/** The extra field of an entry with AES (WinZip, "AES Encryption Information", II). */
export interface AesField {
  keyBytes: 16 | 24 | 32;
  /** Since version 2 the directory holds no checksum of the plain data, because the proof replaces it. */
  hasChecksum: boolean;
  compressionMethod: number;
}

const keySizes = [16, 24, 32] as const;

/** Returns null when the entry has no readable field. */
export function aesField({ extraFields }: Entry): AesField | null {
  const data = extraFields.find(({ id }) => id === 0x9901)?.data;
  if (!data || data.length < 7 || data.toString("latin1", 2, 4) !== "AE") return null;
  const keyBytes = keySizes[data.readUInt8(4) - 1];
  if (!keyBytes) return null;
  return { keyBytes, hasChecksum: data.readUInt16LE(0) === 1, compressionMethod: data.readUInt16LE(5) };
}

/** Bytes before the data: a salt, and two that show whether the password is right. */
export const aesHeaderBytes = ({ keyBytes }: AesField): number => keyBytes / 2 + verifierBytes;

export interface AesCipher {
  /** Decrypts the next bytes of the data. */
  decrypt(bytes: Buffer): Buffer;
  /** Returns whether all bytes so far are those that were encrypted. */
  isProvedBy(proof: Buffer): boolean;
}

/**
 * Starts decryption as WinZip, 7-Zip and others do it: AES in counter mode, with a counter that begins at 1 and whose
 * first byte is its lowest.
 * @returns null when the password is wrong
 */
export function aesCipher(password: Buffer, header: Buffer, { keyBytes }: AesField): AesCipher | null {
  const salt = header.subarray(0, -verifierBytes);
  const keys = pbkdf2Sync(password, salt, iterations, 2 * keyBytes + verifierBytes, "sha1");
  if (!keys.subarray(-verifierBytes).equals(header.subarray(-verifierBytes))) return null;
  const hmac: Hmac = createHmac("sha1", keys.subarray(keyBytes, 2 * keyBytes));
  const next = keyStream(keys.subarray(0, keyBytes));
  return {
    decrypt(bytes) {
      hmac.update(bytes);
      const stream = next(bytes.length);
      const plain = Buffer.allocUnsafe(bytes.length);
      for (let at = 0; at < bytes.length; at++) plain[at] = (bytes[at] ?? 0) ^ (stream[at] ?? 0);
      return plain;
    },
    isProvedBy: (proof) => timingSafeEqual(hmac.digest().subarray(0, aesProofBytes), proof),
  };
}

/** Returns the next bytes of the key stream. Node counts from the last byte of a block, so blocks are made here. */
function keyStream(key: Buffer): (bytes: number) => Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
  let counter = 0;
  let left: Buffer = Buffer.alloc(0);
  return (bytes) => {
    if (left.length < bytes) {
      const blocks = Buffer.alloc(Math.ceil((bytes - left.length) / blockBytes) * blockBytes);
      // An item has at most 2^53 bytes, so the upper half of the counter stays zero.
      for (let at = 0; at < blocks.length; at += blockBytes) {
        counter += 1;
        blocks.writeUIntLE(counter, at, 6);
      }
      left = Buffer.concat([left, cipher.update(blocks)]);
    }
    const taken = left.subarray(0, bytes);
    left = left.subarray(bytes);
    return taken;
  };
}
