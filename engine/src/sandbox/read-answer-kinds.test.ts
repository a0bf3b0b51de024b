import { expect, test } from "vitest";
import { readAnswer } from "./read-answer.ts";

const read = (answer: unknown) => readAnswer(JSON.stringify(answer));
/** The answer itself when it is accepted, null otherwise. */
const isKept = (answer: object) => {
  const found = read(answer);
  if (found !== null) expect(found).toEqual(answer);
  return found !== null;
};
const item = {
  path: "a.pdf",
  sizeBytes: 3,
  packedBytes: 5,
  isEncrypted: true,
  kind: "link",
  isUnsafe: false,
  setAside: "is a picture.",
  isOwnContent: true,
};

test.each<[string, (pages: number) => object, number, number]>([
  ["pages of a converted file", (pages) => ({ did: "convert", pages, warnings: [] }), 1, 2_000],
  ["pages of an assembled PDF", (pages) => ({ did: "assemble", pages }), 1, 5_000],
  ["pages of a PDF that was made smaller", (pages) => ({ did: "shrink", pages }), 1, 2_000],
  ["pages with text", (pages) => ({ did: "add-text", pages, words: 0 }), 0, 5_000],
  ["words of added text", (words) => ({ did: "add-text", pages: 0, words }), 0, 2_000_000],
  ["thumbnails", (pictures) => ({ did: "thumbnails", pictures, pages: 5_000 }), 1, 50],
  ["pages of a PDF with thumbnails", (pages) => ({ did: "thumbnails", pictures: 1, pages }), 1, 5_000],
  ["pages that were read", (pages) => ({ did: "read", pages }), 1, 5_000],
])("the number of %s is from %3$i to %4$i", (_, answerOf, least, most) => {
  expect([least - 1, least, most, most + 1].map((count) => isKept(answerOf(count)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isKept(answerOf(least + 0.5))).toBe(false);
  expect(read({ ...answerOf(least), pages: "1", pictures: "1", words: "1" })).toBeNull();
});

test.each([
  ["another word", { did: "convert-all", pages: 1, warnings: [] }],
  ["warnings that are no list", { did: "convert", pages: 1, warnings: "none" }],
  ["one list of two", { did: "unpack", items: [item] }],
  ["a list of the wrong kind", { did: "unpack", items: "none", written: [] }],
  ["leaks that are no list", { did: "try", leaks: "none" }],
  ["a refusal that does not exist", { rejected: "constructor", detail: null }],
  ["a failure without words", { failed: 7 }],
  ["nothing", null],
  ["a text", "convert"],
])("an answer with %s is none", (_, answer) => {
  expect(read(answer)).toBeNull();
});

test("a line that is no JSON is no answer", () => {
  expect(readAnswer("{")).toBeNull();
  expect(readAnswer("")).toBeNull();
});

test.each([
  { did: "draw" },
  { did: "try", leaks: ["the network"] },
  { did: "warm", office: "kit", officeVersion: "25.8", note: null },
  { did: "warm", office: "soffice", officeVersion: null, note: "It is slow." },
  { rejected: "damaged", detail: null },
  { rejected: "too-large", detail: "has too many pages." },
  { failed: "Error: no" },
  { did: "list", items: [item] },
  { did: "unpack", items: [], written: [{ sizeBytes: 0 }] },
])("the answer %j is kept as it is", (answer) => {
  expect(read(answer)).toEqual(answer);
});

test("the state of LibreOffice is none when it is not a known one", () => {
  expect(read({ did: "warm", office: "word", officeVersion: 7, note: undefined })).toEqual({
    did: "warm",
    office: "none",
    officeVersion: null,
    note: null,
  });
});

test("of the warnings known ones with a text are kept, up to a hundred", () => {
  const warning = { code: "repaired", text: "It was damaged." };
  const convert = (warnings: unknown[]) => {
    const found = read({ did: "convert", pages: 1, warnings });
    return found && "warnings" in found ? found.warnings : undefined;
  };
  expect(convert([warning, { code: "odd", text: "a" }, { code: "repaired", text: 7 }, null, { text: "a" }])).toEqual([
    warning,
  ]);
  expect(convert(Array(101).fill(warning))).toHaveLength(100);
  expect(convert([{ ...warning, more: 1 }])).toEqual([warning]);
});

test("a text is one line of 2,000 characters at most", () => {
  expect(read({ failed: `a\n\u0000b${"c".repeat(3_000)}` })).toEqual({ failed: `a b${"c".repeat(1_996)}` });
});

test("a container has 500 items at most", () => {
  const items = Array(500).fill(item);
  expect(read({ did: "list", items })).not.toBeNull();
  expect(read({ did: "unpack", items, written: Array(501).fill({ sizeBytes: 1 }) })).toBeNull();
});

test.each([
  ["0", 0],
  [-1, 0],
  [0, 0],
  [1, 1],
  [1.5, 0],
  [2 ** 53 - 1, 2 ** 53 - 1],
  [2 ** 53, 0],
])("the size %j of an item is read as %i bytes", (sizeBytes, bytes) => {
  const found = read({ did: "list", items: [{ ...item, sizeBytes }] });
  expect(found).toMatchObject({ items: [{ sizeBytes: bytes }] });
});

test("an item is safe, of its own content or encrypted only when it says so", () => {
  const [kept, odd] = [item, { ...item, isEncrypted: 1, isUnsafe: 0, isOwnContent: "yes", kind: "file" }];
  expect(read({ did: "list", items: [kept, odd] })).toMatchObject({
    items: [
      { isEncrypted: true, isUnsafe: false, isOwnContent: true, kind: "link" },
      { isEncrypted: false, isUnsafe: true, isOwnContent: false, kind: "file" },
    ],
  });
});
