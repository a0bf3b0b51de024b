import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { openText, sealText } from "./sealed-text.ts";

const key = randomBytes(32);

test("openText returns the text that sealText encrypted", () => {
  const sealed = sealText(key, "file-1", "pässwörd 🔑");
  expect(openText(key, "file-1", sealed)).toBe("pässwörd 🔑");
  expect(sealed.toString("utf8")).not.toContain("wörd");
});

test("openText returns undefined for another place, another key or a changed ciphertext", () => {
  const sealed = sealText(key, "file-1", "secret");
  expect(openText(key, "file-2", sealed)).toBeUndefined();
  expect(openText(randomBytes(32), "file-1", sealed)).toBeUndefined();
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(openText(key, "file-1", sealed)).toBeUndefined();
  expect(openText(key, "file-1", Buffer.alloc(3))).toBeUndefined();
});

test("openText returns undefined for a tag that was cut short", () => {
  const sealed = sealText(key, "file-1", "");
  expect(openText(key, "file-1", sealed)).toBe("");
  for (const bytes of [4, 8, 12, 15]) expect(openText(key, "file-1", sealed.subarray(0, 12 + bytes))).toBeUndefined();
});
