import { MB } from "@sheaf/contracts/limits.ts";
import { expect, test } from "vitest";
import { attempt } from "../attempt.ts";
import {
  isTooLarge,
  isUnpacked,
  nameOf,
  nestedTooDeep,
  noRoomForBytes,
  noRoomForItems,
  plainItem,
  tooManyItems,
  unpacksTooLarge,
} from "./item.ts";
import { setAsideWords } from "./set-aside.ts";
import { withUniquePaths } from "./unique-paths.ts";

test.each([
  [100 * MB, 1, false],
  [100 * MB + 1, 1, true],
  [100 * MB + 1, MB, false],
  [200 * MB, MB, false],
  [200 * MB + 1, MB, true],
  [1024 * MB, 100 * MB, false],
  [1024 * MB + 1, 100 * MB, true],
  [0, 0, false],
])("whether %i bytes are too many for a container of %i: %s", (unpacked, container, expected) => {
  expect(isTooLarge(unpacked, container)).toBe(expected);
});

test.each([
  [{}, true],
  [{ kind: "link" }, false],
  [{ kind: "device" }, false],
  [{ isUnsafe: true }, false],
  [{ setAside: "is no document.", isEncrypted: true }, true],
] as const)("whether an item with %j is unpacked: %s", (given, expected) => {
  expect(isUnpacked({ ...plainItem("a", 1), ...given })).toBe(expected);
});

test.each([
  ["a.pdf", "a.pdf"],
  ["2026/may/a.pdf", "a.pdf"],
  ["/a", "a"],
])("the name in the path %s is %s", (path, name) => expect(nameOf(plainItem(path, 1))).toBe(name));

test("a plain item is a document of the size that is given", () => {
  expect(plainItem("a.pdf", 5)).toEqual({
    path: "a.pdf",
    sizeBytes: 5,
    packedBytes: 5,
    isEncrypted: false,
    kind: "file",
    isUnsafe: false,
    setAside: null,
    isOwnContent: false,
  });
});

test.each([
  [tooManyItems(), "contains more than 500 files. Unpack it and add the files inside."],
  [noRoomForItems(), "brings the unpacked files to more than 500 in all. Send it separately."],
  [noRoomForBytes(), "brings the unpacked files to more than 1024 MB in all. Send it separately."],
  [nestedTooDeep(), "lies in more than 2 others. Unpack it and add the files inside."],
  [
    unpacksTooLarge(),
    "unpacks to more than 1024 MB, or to more than 200 times its size. Unpack it and add the files inside.",
  ],
])("a refusal states its limit: %s", (error, detail) => expect(error).toMatchObject({ reason: "too-large", detail }));

test.each([
  [
    ["a.pdf", "A.PDF", "a.pdf"],
    ["a.pdf", "A (2).PDF", "a (3).pdf"],
  ],
  [
    ["a", "a", "a (2)", "a"],
    ["a", "a (3)", "a (2)", "a (4)"],
  ],
  [
    [".x", ".x", "b/.x", "b/.x"],
    [".x", ".x (2)", "b/.x", "b/.x (2)"],
  ],
  [
    ["b.c/a", "b.c/a", "b.c/a.d", "b.c/a.d"],
    ["b.c/a", "b.c/a (2)", "b.c/a.d", "b.c/a (2).d"],
  ],
  [
    ["x.y", "x.y", "xy.z", "xy.z"],
    ["x.y", "x (2).y", "xy.z", "xy (2).z"],
  ],
])("the paths %j become %j", (paths, unique) => {
  expect(withUniquePaths(paths.map((path) => plainItem(path, 1))).map(({ path }) => path)).toEqual(unique);
});

test.each([
  ["Icon\r", true],
  ["a/ehthumbs_vista.db", true],
  ["a/ehthumbs.db", true],
  ["card.vcf", true],
  ["old.vcs", true],
  ["MyIcon\r", false],
  ["athumbs.db", false],
  ["__MACOSX", false],
])("whether the file %j is set aside by its name: %s", (path, expected) => {
  expect(setAsideWords(path) !== null).toBe(expected);
});

test("work that fails has no result", () => {
  expect(attempt(() => 5)).toBe(5);
  expect(
    attempt(() => {
      throw new Error("x");
    }),
  ).toBe(undefined);
});
