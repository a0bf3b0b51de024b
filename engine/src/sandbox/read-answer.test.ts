import { expect, test } from "vitest";
import { readAnswer } from "./read-answer.ts";

const read = (answer: object) => readAnswer(JSON.stringify(answer));
const item = {
  path: "2026/a.pdf",
  sizeBytes: 3,
  packedBytes: 5,
  isEncrypted: false,
  kind: "file",
  isUnsafe: false,
  setAside: null,
  isOwnContent: false,
};

test("valid items of a container are returned unchanged", () => {
  expect(read({ did: "list", items: [item] })).toEqual({ did: "list", items: [item] });
  const written = [{ sizeBytes: 3 }, { rejected: "damaged", detail: null }];
  expect(read({ did: "unpack", items: [item], written })).toEqual({ did: "unpack", items: [item], written });
});

test("an invalid item from a hostile sandboxed process gets a harmless path and zero bytes, and is not unpacked", () => {
  const odd = { path: "../\u0000/etc/\u202efdp.exe", sizeBytes: -1, packedBytes: 1e300, kind: "socket", extra: "more" };
  const answer = read({ did: "list", items: [odd] });
  expect(answer).toMatchObject({ items: [{ sizeBytes: 0, packedBytes: 0, kind: "device", isUnsafe: true }] });
  expect(JSON.stringify(answer)).not.toMatch(/\.\.|\u202e|u0000|extra/);
  const written = [{ sizeBytes: "3" }, { rejected: "toString" }, null];
  const none = { sizeBytes: 0 };
  expect(read({ did: "unpack", items: [null], written })).toMatchObject({ written: [none, none, none] });
});

test("an answer with more items than a container may have is rejected", () => {
  expect(read({ did: "list", items: Array(501).fill(item) })).toBe(null);
  expect(read({ did: "list", items: "many" })).toBe(null);
});
