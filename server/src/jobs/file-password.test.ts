import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { openPassword, sealPassword } from "./file-password.ts";

const key = randomBytes(32);

test("a file's password comes back as it was typed", () => {
  const sealed = sealPassword(key, "file-1", "pässwörd 🔑");
  expect(openPassword(key, "file-1", sealed)).toBe("pässwörd 🔑");
  expect(sealed.toString("utf8")).not.toContain("wörd");
});

test("it is worth nothing for another file, with another key, or changed", () => {
  const sealed = sealPassword(key, "file-1", "secret");
  expect(openPassword(key, "file-2", sealed)).toBeUndefined();
  expect(openPassword(randomBytes(32), "file-1", sealed)).toBeUndefined();
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(openPassword(key, "file-1", sealed)).toBeUndefined();
  expect(openPassword(key, "file-1", Buffer.alloc(3))).toBeUndefined();
});
