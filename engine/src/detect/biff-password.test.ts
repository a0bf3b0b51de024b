import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { defaultPassword, filePass, opensWithDefault } from "./biff-password.ts";

/** A record of a workbook: type, size, body. */
function record(type: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(body.length, 2);
  return Buffer.concat([head, body]);
}
const words = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, at * 2);
  return bytes;
};
const start = (version = 0x0600, type = 0x0809) => record(type, words(version, 5));
const [writeProtection, pass, sheet, end] = [record(0x86, words()), record(0x2f, words(7, 8)), 0x85, 0x0a];

describe("the password record of a workbook", () => {
  test.each<[string, Buffer[], number[] | undefined]>([
    ["after its beginning", [start(), pass], [7, 8]],
    ["after other records", [start(), writeProtection, record(0x5c, words(1, 2, 3)), pass], [7, 8]],
    ["after its first sheet", [start(), record(sheet, words(1)), pass], undefined],
    ["after its end", [start(), record(end, words()), pass], undefined],
    ["nowhere", [start(), writeProtection], undefined],
    ["cut off in its size", [start(), pass.subarray(0, 3)], undefined],
    ["cut off after its size", [start(), pass.subarray(0, 4)], []],
  ])("%s is found or not", (_, records, body) => {
    const found = filePass(Buffer.concat(records));
    expect(found?.body).toEqual(body && words(...body));
  });

  test("ends where its size says, whatever follows", () => {
    expect(filePass(Buffer.concat([start(), pass, record(end, words())]))?.body).toEqual(words(7, 8));
  });

  test.each([
    [0x0809, 0x0600, false],
    [0x0809, 0x0500, true],
    [0x0409, 0x0600, true],
    [0x0009, 0x0002, true],
  ])("of a workbook that begins with %i and the version %i is of before 1997: %s", (type, version, before97) => {
    expect(filePass(Buffer.concat([start(version, type), pass]))?.before97).toBe(before97);
  });
});

describe("a workbook opens without a prompt", () => {
  /** [MS-OFFCRYPTO] 2.3.7.1, with rotations of 15 bits. */
  const verifier = (password: string) => {
    const rotated = (byte: number, by: number) => ((byte << by) | (byte >> (15 - by))) & 0x7fff;
    const bytes = [...Buffer.from(password, "latin1")];
    return bytes.reduce((sum, byte, at) => sum ^ rotated(byte, (at + 1) % 15), bytes.length ^ 0xce4b);
  };

  test.each([
    ["Excel's own password", defaultPassword, true],
    ["another password", "VelvetSweatshoq", false],
  ])("when it is obfuscated with %s: before 1997 and since", (_, password, opens) => {
    expect(opensWithDefault({ body: words(1, verifier(password)), before97: true })).toBe(opens);
    expect(opensWithDefault({ body: words(0, 1, verifier(password)), before97: false })).toBe(opens);
    expect(opensWithDefault({ body: words(1, 1, verifier(password)), before97: false })).toBe(false);
  });

  test.each([
    ["RC4 with MD5", (password: string) => rc4Body(password)],
    ["RC4 with SHA-1 and 40 bits", (password: string) => cryptoApiBody(password, 40)],
    ["RC4 with SHA-1 and no number of bits", (password: string) => cryptoApiBody(password, 40, 0)],
    ["RC4 with SHA-1 and 128 bits", (password: string) => cryptoApiBody(password, 128)],
    ["RC4 with SHA-1 and 56 bits", (password: string) => cryptoApiBody(password, 56)],
  ])("when it is encrypted by %s and Excel's own password, and not with another", (_, bodyFor) => {
    expect(opensWithDefault({ body: bodyFor(defaultPassword), before97: false })).toBe(true);
    expect(opensWithDefault({ body: bodyFor("another"), before97: false })).toBe(false);
  });

  test("not when its record is cut off", () => {
    for (const length of [0, 1, 2, 3, 5]) {
      expect(opensWithDefault({ body: cryptoApiBody(defaultPassword, 40).subarray(0, length), before97: false })).toBe(
        false,
      );
    }
    expect(opensWithDefault({ body: words(1), before97: true })).toBe(false);
  });
});

const digest = (name: string, ...parts: Uint8Array[]) => createHash(name).update(Buffer.concat(parts)).digest();
const salt = Buffer.from("0123456789abcdef0123456789abcdef", "hex");
const verifierText = Buffer.from("fedcba98765432100f1e2d3c4b5a6978", "hex");
const utf16 = (text: string) => Buffer.from(text, "utf16le");

/** [MS-OFFCRYPTO] 2.3.6.1, after the words of type and version. */
function rc4Body(password: string): Buffer {
  const truncated = digest("md5", utf16(password)).subarray(0, 5);
  const repeated = Buffer.concat(Array.from({ length: 16 }, () => Buffer.concat([truncated, salt])));
  const key = digest("md5", digest("md5", repeated).subarray(0, 5), Buffer.alloc(4));
  const locked = rc4(key, Buffer.concat([verifierText, digest("md5", verifierText)]));
  return Buffer.concat([words(1, 1, 1), salt, locked]);
}

/** [MS-OFFCRYPTO] 2.3.5.1. @param statedBits what the header says, where it differs */
function cryptoApiBody(password: string, keyBits: number, statedBits = keyBits): Buffer {
  const hash = digest("sha1", digest("sha1", salt, utf16(password)), Buffer.alloc(4));
  const key = keyBits === 40 ? Buffer.concat([hash.subarray(0, 5), Buffer.alloc(11)]) : hash.subarray(0, keyBits / 8);
  const locked = rc4(key, Buffer.concat([verifierText, digest("sha1", verifierText)]));
  const provider = utf16("Provider\0");
  const header = Buffer.alloc(32);
  header.writeUInt32LE(statedBits, 16);
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32LE(header.length + provider.length, 4);
  return Buffer.concat([
    words(1, 2, 2),
    sizes,
    header,
    provider,
    Buffer.from([16, 0, 0, 0]),
    salt,
    locked.subarray(0, 16),
    Buffer.from([20, 0, 0, 0]),
    locked.subarray(16),
  ]);
}

/** The cipher as RFC 6229's test vectors have it. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at);
  const swap = (one: number, other: number) => {
    [state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) % 256;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(
    [...data].map((byte) => {
      i = (i + 1) % 256;
      j = (j + (state[i] ?? 0)) % 256;
      swap(i, j);
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) % 256] ?? 0);
    }),
  );
}

test("the cipher of these tests gives the key stream of RFC 6229", () => {
  const stream = rc4(Buffer.from("0102030405", "hex"), Buffer.alloc(16));
  expect(stream.toString("hex")).toBe("b2396305f03dc027ccc3524a0a1118a8");
});
