import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { BlobDamaged } from "./blob-store.ts";
import { verified } from "./verified.ts";

const text = "The quick brown fox";
const facts = { sizeBytes: text.length, sha256: createHash("sha256").update(text).digest("hex") };
const chunks = (...parts: string[]) => Readable.from(parts.map((part) => Buffer.from(part)));
const read = async (stream: Readable) => Buffer.concat(await stream.toArray()).toString();

test("passes an undamaged file through", async () => {
  expect(await read(verified(chunks("The quick ", "brown fox"), facts))).toBe(text);
  const nothing = { sizeBytes: 0, sha256: createHash("sha256").digest("hex") };
  expect(await read(verified(chunks(), nothing))).toBe("");
});

test.each([
  ["shorter", ["The quick "]],
  ["longer", ["The quick ", "brown fox", "!"]],
  ["changed", ["The quick ", "green fox"]],
])("a file that is %s fails before its end", async (_how, parts) => {
  let got = "";
  const stream = verified(chunks(...parts), facts);
  stream.on("data", (chunk) => {
    got += chunk;
  });
  await expect(new Promise((_, reject) => stream.once("error", reject))).rejects.toBeInstanceOf(BlobDamaged);
  expect(got.length).toBeLessThan(text.length);
});

test("a reader that is destroyed closes the file, even before the first byte", async () => {
  const body = chunks("The quick ", "brown fox");
  const closed = new Promise((resolve) => body.once("close", resolve));
  verified(body, facts).destroy();
  await closed;
  expect(body.destroyed).toBe(true);
});
