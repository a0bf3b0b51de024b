import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { decodedSource, fileSource, memorySource } from "./byte-source.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-byte-source-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(content: string | Buffer): string {
  const path = join(folder, "input");
  writeFileSync(path, content);
  return path;
}

/** Bytes of which no two stretches are alike. */
const bytes = Buffer.from(Array.from({ length: 50_000 }, (_, index) => [index & 255, index >> 8, 7]).flat());

test("a file is read at any place in any order, as from memory", () => {
  const file = fileSource(written(bytes), bytes.length);
  const memory = memorySource(bytes);
  expect([file.sizeBytes, memory.sizeBytes]).toEqual([150_000, 150_000]);
  for (const [at, length] of [
    [0, 4],
    [1, 65_535],
    [65_530, 10],
    [65_536, 8],
    [65_529, 4],
    [149_990, 10],
    [149_995, 60],
    [150_000, 8],
    [3, 8],
  ] as const) {
    const wanted = bytes.subarray(at, at + length);
    expect(Buffer.compare(file.read(at, length), wanted), `${length} bytes at ${at}`).toBe(0);
    expect(Buffer.compare(memory.read(at, length), wanted), `${length} bytes at ${at}`).toBe(0);
  }
  file.close();
  expect(() => file.read(100_000, 1), "after it is closed").toThrow("EBADF");
  expect(memory.close()).toBeUndefined();
});

const lines = (base64: string) => base64.replaceAll(/.{64}/g, "$&\r\n");

test.each([
  ["up to the end of the file", ""],
  ["up to a line of hyphens", "-----END PKCS7-----\nmore *text*"],
  ["up to hyphens before a long text", `-----END PKCS7-----\n${"*".repeat(100_000)}`],
])("base64 in many lines is decoded %s", (_what, after) => {
  const text = `-----BEGIN PKCS7-----\n${lines(bytes.toString("base64"))}\n${after}`;
  const path = written(text);
  const decoded = decodedSource(path, text.length, 22);
  expect(decoded?.sizeBytes).toBe(150_000);
  expect(Buffer.compare(decoded?.read(0, 150_000) ?? Buffer.alloc(0), bytes)).toBe(0);
});

const decoded = (text: string, sizeBytes = text.length) => {
  const source = decodedSource(written(text), sizeBytes, 2);
  return source && [source.sizeBytes, source.read(0, source.sizeBytes).toString()];
};

test.each([
  ["without padding", "::SGVsbG8", [5, "Hello"]],
  ["with padding", "::SGVsbG8=", [5, "Hello"]],
  ["in groups of odd length", "::S GVs\tbG\n8=", [5, "Hello"]],
  ["with digits and signs", "::ID4+Pz8/", [6, " >>???"]],
  ["of nothing before the hyphens", "::-----", [0, ""]],
  ["of nothing at all", "::", [0, ""]],
])("base64 %s is decoded", (_what, text, result) => {
  expect(decoded(text)).toEqual(result);
});

test("base64 of a file that became shorter is decoded as far as it goes", () => {
  expect(decoded("::SGVsbG8=", 60_000)).toEqual([5, "Hello"]);
});

test.each(["::SGVs*bG8=", "::SGVs_bG8=", "::<html>"])("text that is not base64 is not decoded: %s", (text) => {
  expect(decoded(text)).toBeUndefined();
});
