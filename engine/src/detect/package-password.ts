import { createDecipheriv, createHash } from "node:crypto";
import { ConvertError } from "../converter.ts";
import { elementsNamed, type XmlElement } from "../xml/xml-events.ts";

/**
 * Opens the encrypted envelope of an Office Open XML file ([MS-OFFCRYPTO] 2.3.4), so that its content can be checked.
 */
export interface Envelope {
  /** @returns the container's bytes, or undefined when the password is wrong */
  open(password: string): Buffer | undefined;
}

/**
 * @param info  the stream EncryptionInfo
 * @param data  the stream EncryptedPackage: eight bytes of size, then the encrypted container
 * @throws ConvertError password when it is locked by something other than a password (rights management), damaged
 */
export function readEnvelope(info: Buffer, data: Buffer): Envelope {
  try {
    const major = info.readUInt16LE(0);
    const minor = info.readUInt16LE(2);
    if (major === 4 && minor === 4) return agile(info.subarray(8).toString("utf8"), data);
    if (minor === 2 && major >= 2 && major <= 4) return standard(info, data);
  } catch (error) {
    throw error instanceof ConvertError ? error : new ConvertError("damaged", undefined, { cause: error });
  }
  throw new ConvertError("password", "is protected by rights management. Save it without protection and replace it.");
}

const unpaddedHash = (name: string, ...parts: Uint8Array[]) => createHash(name).update(Buffer.concat(parts)).digest();

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function decrypt(cipher: string, key: Buffer, iv: Buffer | null, data: Buffer): Buffer {
  const decipher = createDecipheriv(cipher, key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(data.subarray(0, data.length - (data.length % 16))), decipher.final()]);
}

/** Truncates bytes or pads them with 0x36, as for keys and initialisation vectors ([MS-OFFCRYPTO] 2.3.4.11). */
function sized(bytes: Buffer, length: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(length, 0x36)]).subarray(0, length);
}

const hashName = /^(?:SHA-?1|SHA256|SHA384|SHA512|MD5)$/;

const blockKeys = {
  verifierInput: Buffer.from("fea7d2763b4b9e79", "hex"),
  verifierValue: Buffer.from("d7aa0f6d3061344e", "hex"),
  secretKey: Buffer.from("146e0be7abacd0d6", "hex"),
};
/** Office writes 100,000. A file with a higher count than this would only take up processor time. */
const maxSpins = 10_000_000;
const segment = 4096;

/** Opens agile encryption, of Office 2010 and later ([MS-OFFCRYPTO] 2.3.4.10–2.3.4.15). */
function agile(xml: string, data: Buffer): Envelope {
  const elements = [...elementsNamed(xml, ["keyData", "encryptedKey"])];
  const keyData = parameters(elements.find(({ local }) => local === "keyData")?.attributes ?? {});
  const attributes = elements.find(({ local }) => local === "encryptedKey")?.attributes;
  if (!keyData || attributes === undefined) {
    throw new ConvertError("password", "is protected by a certificate. Save it without protection and replace it.");
  }
  const lock = parameters(attributes);
  const spins = Number(attributes.spinCount);
  if (!lock || !(spins >= 0 && spins <= maxSpins)) throw new ConvertError("damaged");
  const encrypted = (name: string) => Buffer.from(attributes[name] ?? "", "base64");

  return {
    open(password) {
      let hash = unpaddedHash(lock.hash, lock.salt, Buffer.from(password, "utf16le"));
      for (let spin = 0; spin < spins; spin++) hash = createHash(lock.hash).update(uint32(spin)).update(hash).digest();
      const unlock = (blockKey: Buffer, value: Buffer) =>
        decrypt(
          lock.cipher,
          sized(unpaddedHash(lock.hash, hash, blockKey), lock.keyBytes),
          sized(lock.salt, 16),
          value,
        );

      const input = unlock(blockKeys.verifierInput, encrypted("encryptedVerifierHashInput"));
      const value = unlock(blockKeys.verifierValue, encrypted("encryptedVerifierHashValue"));
      const expected = unpaddedHash(lock.hash, input.subarray(0, lock.salt.length));
      if (!value.subarray(0, expected.length).equals(expected)) return undefined;

      const key = unlock(blockKeys.secretKey, encrypted("encryptedKeyValue")).subarray(0, keyData.keyBytes);
      const clear: Buffer[] = [];
      for (let at = 8, index = 0; at < data.length; at += segment, index++) {
        const iv = sized(unpaddedHash(keyData.hash, keyData.salt, uint32(index)), 16);
        clear.push(decrypt(keyData.cipher, key, iv, data.subarray(at, at + segment)));
      }
      return Buffer.concat(clear).subarray(0, Number(data.readBigUInt64LE(0)));
    },
  };
}

function parameters(attributes: XmlElement["attributes"]) {
  const keyBits = Number(attributes.keyBits);
  const algorithm = attributes.hashAlgorithm ?? "";
  const isAes = attributes.cipherAlgorithm === "AES" && attributes.cipherChaining === "ChainingModeCBC";
  if (!isAes || !hashName.test(algorithm) || ![128, 192, 256].includes(keyBits)) return undefined;
  return {
    cipher: `aes-${keyBits}-cbc`,
    keyBytes: keyBits / 8,
    hash: algorithm.replace("-", "").toLowerCase(),
    salt: Buffer.from(attributes.saltValue ?? "", "base64"),
  };
}

/** Opens standard encryption, of Office 2007 ([MS-OFFCRYPTO] 2.3.4.5–2.3.4.9). */
function standard(info: Buffer, data: Buffer): Envelope {
  const headerSize = info.readUInt32LE(8);
  const keyBits = info.readUInt32LE(12 + 16);
  const verifier = info.subarray(12 + headerSize);
  const salt = verifier.subarray(4, 20);
  if (![128, 192, 256].includes(keyBits)) throw new ConvertError("damaged");
  const cipher = `aes-${keyBits}-ecb`;

  return {
    open(password) {
      let hash = unpaddedHash("sha1", salt, Buffer.from(password, "utf16le"));
      for (let spin = 0; spin < 50_000; spin++) hash = createHash("sha1").update(uint32(spin)).update(hash).digest();
      const final = unpaddedHash("sha1", hash, uint32(0));
      const half = (fill: number) =>
        unpaddedHash(
          "sha1",
          Buffer.alloc(64, fill).map((byte, at) => byte ^ (final[at] ?? 0)),
        );
      const key = Buffer.concat([half(0x36), half(0x5c)]).subarray(0, keyBits / 8);

      const input = decrypt(cipher, key, null, verifier.subarray(20, 36));
      const value = decrypt(cipher, key, null, verifier.subarray(40, 72));
      if (!value.subarray(0, 20).equals(unpaddedHash("sha1", input))) return undefined;
      return decrypt(cipher, key, null, data.subarray(8)).subarray(0, Number(data.readBigUInt64LE(0)));
    },
  };
}
