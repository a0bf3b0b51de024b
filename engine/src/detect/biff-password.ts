import { createHash } from "node:crypto";

/**
 * Excel uses this password to encrypt a workbook whose structure is protected, and opens it without a prompt
 * ([MS-OFFCRYPTO] 2.4.2.3 for the method; the constant is Excel's own).
 */
export const defaultPassword = "VelvetSweatshop";

/** The body of a FilePass record ([MS-XLS] 2.4.117) and the workbook's version. */
export interface FilePass {
  body: Buffer;
  /** Before Excel 97 there is only XOR, without a type field. */
  before97: boolean;
}

/** @returns undefined when the workbook's stream has no password record */
export function filePass(globals: Buffer): FilePass | undefined {
  const before97 = globals.readUInt16LE(0) !== 0x0809 || globals.readUInt16LE(4) !== 0x0600;
  for (let at = 0; at + 4 <= globals.length; ) {
    const type = globals.readUInt16LE(at);
    const size = globals.readUInt16LE(at + 2);
    if (type === 0x002f) return { body: globals.subarray(at + 4, at + 4 + size), before97 };
    // FilePass follows the beginning of the file and the write protection. A BoundSheet8 or EOF record means that it is
    // missing.
    if (type === 0x0085 || type === 0x000a) return undefined;
    at += 4 + size;
  }
  return undefined;
}

/** Whether Excel would open the workbook without asking for a password; false for an unknown or truncated record. */
export function opensWithDefault({ body, before97 }: FilePass): boolean {
  try {
    if (before97) return body.readUInt16LE(2) === xorVerifier(defaultPassword);
    if (body.readUInt16LE(0) === 0) return body.readUInt16LE(4) === xorVerifier(defaultPassword);
    const version = body.readUInt16LE(2);
    return version === 1
      ? rc4Opens(body.subarray(6), defaultPassword)
      : cryptoApiOpens(body.subarray(6), defaultPassword);
  } catch {
    return false;
  }
}

/** Derives the password verifier of XOR obfuscation ([MS-OFFCRYPTO] 2.3.7.1). */
function xorVerifier(password: string): number {
  let verifier = 0;
  for (const byte of [...Buffer.from([password.length, ...Buffer.from(password, "latin1")])].reverse()) {
    verifier = (((verifier & 0x4000) === 0 ? 0 : 1) | ((verifier << 1) & 0x7fff)) ^ byte;
  }
  return verifier ^ 0xce4b;
}

const md5 = (...parts: Uint8Array[]) => createHash("md5").update(Buffer.concat(parts)).digest();
const sha1 = (...parts: Uint8Array[]) => createHash("sha1").update(Buffer.concat(parts)).digest();
const block0 = Buffer.alloc(4);

/** Whether a password opens 40-bit RC4 encryption with MD5 ([MS-OFFCRYPTO] 2.3.6). */
function rc4Opens(header: Buffer, password: string): boolean {
  const salt = header.subarray(0, 16);
  const truncated = md5(Buffer.from(password, "utf16le")).subarray(0, 5);
  const once = Buffer.concat([truncated, salt]);
  const intermediate = md5(...Array.from({ length: 16 }, () => once)).subarray(0, 5);
  const key = md5(intermediate, block0);
  const clear = rc4(key, header.subarray(16, 48));
  return md5(clear.subarray(0, 16)).equals(clear.subarray(16, 32));
}

/** Whether a password opens RC4 CryptoAPI encryption with SHA-1 ([MS-OFFCRYPTO] 2.3.5). */
function cryptoApiOpens(header: Buffer, password: string): boolean {
  const headerSize = header.readUInt32LE(4);
  const keyBits = header.readUInt32LE(8 + 16) || 40;
  const verifier = header.subarray(8 + headerSize);
  const salt = verifier.subarray(4, 20);
  const hash = sha1(sha1(salt, Buffer.from(password, "utf16le")), block0);
  // A 40-bit key is padded to 128 bits.
  const key = Buffer.alloc(keyBits === 40 ? 16 : keyBits / 8);
  hash.copy(key, 0, 0, keyBits / 8);
  const encrypted = Buffer.concat([verifier.subarray(20, 36), verifier.subarray(40, 60)]);
  const clear = rc4(key, encrypted);
  return sha1(clear.subarray(0, 16)).equals(clear.subarray(16, 36));
}

/** Decrypts RC4, which OpenSSL 3 no longer provides. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 255] ?? 0;
  const swap = (one: number, other: number) => {
    const kept = at(one);
    state[one & 255] = at(other);
    state[other & 255] = kept;
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let j = 0;
  return Buffer.from(
    data.map((byte, index) => {
      const i = (index + 1) & 255;
      j = (j + at(i)) & 255;
      swap(i, j);
      return byte ^ at(at(i) + at(j));
    }),
  );
}
