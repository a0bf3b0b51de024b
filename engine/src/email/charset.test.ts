import { expect, test } from "vitest";
import { decodeLabelled } from "./charset.ts";

test.each([
  ["in the stated encoding", "4dc3a4727a", "utf-8"],
  ["in the stated encoding", "4de4727a", "iso-8859-1"],
  ["in the stated encoding", "4de4727a", "Windows-1252 "],
  ["in UTF-8 although another one is stated", "4dc3a4727a", "us-ascii"],
  ["in UTF-8 although another one is stated", "4dc3a4727a", "iso-8859-1"],
  ["in Windows-1252 although UTF-8 is stated", "4de4727a", "utf-8"],
  ["in UTF-8 without a statement", "4dc3a4727a", undefined],
  ["in Windows-1252 with an unknown statement", "4de4727a", "x-nonsense"],
  ["in a code page by its number", "4d84727a", "cp437"],
  ["in UTF-7", "4d2b414f512d727a", "utf-7"],
  ["with a byte order mark", "efbbbf4dc3a4727a", "utf-8"],
])("text %s is read", (_, hex, label) => {
  expect(decodeLabelled(Buffer.from(hex, "hex"), label)).toBe("März");
});

test("Japanese text of seven bits and of Windows is read", () => {
  expect(decodeLabelled(Buffer.from("1b2442467c4b5c1b2842", "hex"), "iso-2022-jp")).toBe("日本");
  expect(decodeLabelled(Buffer.from("93fa967b", "hex"), "cp932")).toBe("日本");
});
