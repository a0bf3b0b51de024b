import { createCipheriv, hash as hashOf } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readEnvelope } from "./package-password.ts";

const salt = Buffer.from("0123456789abcdef0123456789abcdef", "hex");
const digest = (name: string, ...parts: Uint8Array[]) => hashOf(name, Buffer.concat(parts), "buffer");
const uint32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4);
  return bytes;
};
const version = (major: number, minor: number) => Buffer.from([major, 0, minor, 0]);
const sized = (bytes: Buffer, length: number) => Buffer.concat([bytes, Buffer.alloc(64, 0x36)]).subarray(0, length);
const padded = (data: Buffer) => Buffer.concat([data, Buffer.alloc((16 - (data.length % 16)) % 16)]);

function encrypt(cipher: string, key: Buffer, iv: Buffer | null, data: Buffer): Buffer {
  const made = createCipheriv(cipher, key, iv).setAutoPadding(false);
  return Buffer.concat([made.update(padded(data)), made.final()]);
}

const reasonOf = (use: () => unknown) => {
  try {
    use();
    return "opens";
  } catch (error) {
    const { reason, detail } = error as { reason: string; detail?: string };
    return detail === undefined ? reason : `${reason}: ${detail.split(" ").slice(0, 5).join(" ")}`;
  }
};

interface AgileLock {
  keyBits?: number;
  hash?: string;
  spins?: number | string;
  cipherAlgorithm?: string;
  chaining?: string;
  salt?: Buffer;
}

/** Encrypts as Office 2010 does ([MS-OFFCRYPTO] 2.3.4.10–2.3.4.15). */
function agile(content: Buffer, password: string, lock: AgileLock = {}) {
  const { keyBits = 256, hash = "SHA512", spins = 3, cipherAlgorithm = "AES", chaining = "ChainingModeCBC" } = lock;
  const own = lock.salt ?? salt;
  const name = hash.replace("-", "").toLowerCase();
  const known = /^(?:sha|md5)/.test(name) ? name : "sha1";
  const cipher = `aes-${[128, 192, 256].includes(keyBits) ? keyBits : 128}-cbc`;
  const keyBytes = [128, 192, 256].includes(keyBits) ? keyBits / 8 : 16;
  let spun = digest(known, own, Buffer.from(password, "utf16le"));
  for (let spin = 0; spin < Math.min(Number(spins) || 0, 100); spin++) spun = digest(known, uint32(spin), spun);
  const locked = (block: string, data: Buffer) =>
    encrypt(cipher, sized(digest(known, spun, Buffer.from(block, "hex")), keyBytes), sized(own, 16), data).toString(
      "base64",
    );
  const verifier = Buffer.alloc(own.length, 9);
  const secret = Buffer.alloc(keyBytes, 5);
  const parameters = `saltValue="${own.toString("base64")}" keyBits="${keyBits}" hashAlgorithm="${hash}" cipherAlgorithm="${cipherAlgorithm}" cipherChaining="${chaining}"`;
  const xml = `<encryption><keyData ${parameters}/><keyEncryptors><keyEncryptor><p:encryptedKey spinCount="${spins}" ${parameters} encryptedVerifierHashInput="${locked("fea7d2763b4b9e79", verifier)}" encryptedVerifierHashValue="${locked("d7aa0f6d3061344e", digest(known, verifier))}" encryptedKeyValue="${locked("146e0be7abacd0d6", secret)}"/></keyEncryptor></keyEncryptors></encryption>`;
  const segments = Array.from({ length: Math.ceil(content.length / 4096) }, (_, index) =>
    encrypt(
      cipher,
      secret,
      sized(digest(known, own, uint32(index)), 16),
      content.subarray(index * 4096, (index + 1) * 4096),
    ),
  );
  return {
    info: Buffer.concat([version(4, 4), uint32(0x40), Buffer.from(xml)]),
    data: Buffer.concat([uint32(content.length, 0), ...segments]),
  };
}

/** Encrypts as Office 2007 does ([MS-OFFCRYPTO] 2.3.4.5–2.3.4.9). */
function standard(content: Buffer, password: string, keyBits: number, major: number) {
  let hash = digest("sha1", salt, Buffer.from(password, "utf16le"));
  for (let spin = 0; spin < 50_000; spin++) hash = digest("sha1", uint32(spin), hash);
  const final = digest("sha1", hash, uint32(0));
  const half = (fill: number) =>
    digest(
      "sha1",
      Buffer.alloc(64, fill).map((byte, at) => byte ^ (final[at] ?? 0)),
    );
  const key = Buffer.concat([half(0x36), half(0x5c)]).subarray(0, keyBits / 8);
  const locked = (data: Buffer) => encrypt(`aes-${keyBits}-ecb`, key, null, data);
  const verifier = Buffer.alloc(16, 9);
  return {
    info: Buffer.concat([
      ...standardHead(keyBits, major),
      uint32(16),
      salt,
      locked(verifier),
      uint32(20),
      locked(digest("sha1", verifier)),
    ]),
    data: Buffer.concat([uint32(content.length, 0), locked(content)]),
  };
}
function standardHead(keyBits: number, major: number, minor = 2): Buffer[] {
  const provider = Buffer.from("Provider\0", "utf16le");
  return [
    version(major, minor),
    uint32(0x24, 32 + provider.length),
    uint32(0x24, 0, 0x660e, 0x8004, keyBits, 0x18, 0, 0),
    provider,
  ];
}

describe("the envelope of Office 2010", () => {
  test.each<[string, number, AgileLock]>([
    ["256 bits", 100, {}],
    ["192 bits", 16, { keyBits: 192, hash: "SHA384" }],
    ["128 bits, and SHA-1 as older files name it", 4_096, { keyBits: 128, hash: "SHA-1" }],
    ["a hash that is shorter than the key", 4_097, { keyBits: 256, hash: "SHA1" }],
    ["MD5", 8_192, { keyBits: 128, hash: "MD5" }],
    ["SHA-256", 10_000, { hash: "SHA256" }],
    ["no rounds", 15, { spins: 0 }],
    ["a short salt", 15, { salt: salt.subarray(0, 8) }],
  ])("with %s opens with its password, and not with another", (_, length, lock) => {
    const content = Buffer.alloc(length, "Words of a document. ");
    const { info, data } = agile(content, "orchard", lock);
    const envelope = readEnvelope(info, data);
    expect(envelope.open("pear")).toBeUndefined();
    expect(envelope.open("orchard")).toEqual(content);
  });

  test.each<[string, AgileLock, string]>([
    ["as many rounds as are allowed", { spins: 10_000_000 }, "opens"],
    ["more rounds", { spins: 10_000_001 }, "damaged"],
    ["fewer than no rounds", { spins: -1 }, "damaged"],
    ["rounds that are no number", { spins: "many" }, "damaged"],
    ["another cipher", { cipherAlgorithm: "DES" }, "password: is protected by a certificate."],
    ["another chaining", { chaining: "ChainingModeCFB" }, "password: is protected by a certificate."],
    ["another hash", { hash: "WHIRLPOOL" }, "password: is protected by a certificate."],
    ["keys of another length", { keyBits: 64 }, "password: is protected by a certificate."],
  ])("with %s is accepted or refused", (_, lock, reason) => {
    const { info, data } = agile(Buffer.from("Words"), "orchard", lock);
    expect(reasonOf(() => readEnvelope(info, data))).toBe(reason);
  });

  test("without a key for a password, or with a key in an unknown way, is refused", () => {
    const { info, data } = agile(Buffer.from("Words"), "orchard");
    const changed = (from: string | RegExp, to: string) =>
      Buffer.from(info.toString("latin1").replace(from, to), "latin1");
    const certificate = "password: is protected by a certificate.";
    expect(reasonOf(() => readEnvelope(changed("p:encryptedKey", "c:otherKey"), data))).toBe(certificate);
    expect(reasonOf(() => readEnvelope(changed(/(?<=encryptedKey .*)"AES"/, '"DES"'), data))).toBe("damaged");
  });
});

describe("the envelope of Office 2007", () => {
  test("opens with its password, and not with another", () => {
    const content = Buffer.alloc(5_000, "Words of a document. ");
    const { info, data } = standard(content, "orchard", 256, 4);
    const envelope = readEnvelope(info, data);
    expect(envelope.open("pear")).toBeUndefined();
    expect(envelope.open("orchard")).toEqual(content);
  });

  test.each([
    [128, 2, 2, "opens"],
    [192, 3, 2, "opens"],
    [256, 4, 2, "opens"],
    [64, 3, 2, "damaged"],
    [128, 1, 2, "password: is protected by rights management."],
    [128, 5, 2, "password: is protected by rights management."],
    [128, 3, 4, "password: is protected by rights management."],
    [128, 4, 3, "password: is protected by rights management."],
  ])("with %i bits and the version %i.%i: %s", (keyBits, major, minor, reason) => {
    const info = Buffer.concat([...standardHead(keyBits, major, minor), Buffer.alloc(100)]);
    expect(reasonOf(() => readEnvelope(info, Buffer.alloc(24)))).toBe(reason);
  });

  test("that is cut off is damaged", () => {
    for (const length of [0, 3, 11, 31]) {
      const info = Buffer.concat(standardHead(128, 3)).subarray(0, length);
      expect(
        reasonOf(() => readEnvelope(info, Buffer.alloc(24))),
        `${length}`,
      ).toBe("damaged");
    }
  });
});
