import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { decodePage } from "./page-encoding.ts";

const meta = (label: string) => `<html><head><meta http-equiv="Content-Type" content="text/html; charset=${label}">`;

test.each([
  ["a declared Latin encoding", iconv.encode(`${meta("iso-8859-1")}£ naïve`, "windows-1252"), undefined],
  ["UTF-8 that is declared as Latin", Buffer.from(`${meta("iso-8859-1")}£ naïve`), undefined],
  ["a declared UTF-8", Buffer.from("<meta charset=utf-8>£ naïve"), undefined],
  ["UTF-8 without a declaration", Buffer.from("<p>£ naïve"), undefined],
  ["UTF-16 with a byte order mark", iconv.encode("\ufeff<p>£ naïve", "utf-16le"), undefined],
  ["an encoding in the header of its part", iconv.encode("<p>£ naïve", "macintosh"), "macintosh"],
  ["a header that names no known encoding", Buffer.from("<p>£ naïve"), "x-unknown"],
])("a page in %s is decoded", (_, bytes, stated) => {
  expect(decodePage(bytes, stated).text).toContain("£ naïve");
});

test("a page in Cyrillic and one in Japanese are decoded by their declarations", () => {
  expect(decodePage(iconv.encode(`${meta("windows-1251")}Счёт`, "windows-1251")).text).toContain("Счёт");
  expect(decodePage(iconv.encode(`${meta("shift_jis")}請求書`, "shift_jis")).text).toContain("請求書");
});

test.each([
  ["utf-8", "utf-8"],
  ["UTF8", "utf-8"],
  ["iso-8859-9", "windows-1254"],
  ["x-sjis", "shift_jis"],
  ["utf-16", "utf-8"],
  ["koi8-r", "koi8-r"],
  ["us-ascii", "utf-8"],
])("the declaration %s is read as %s", (label, encoding) => {
  expect(decodePage(Buffer.from("<p>words"), label)).toMatchObject({ encoding, sure: true });
  expect(decodePage(Buffer.from(`<meta charset=${label}>`))).toMatchObject({ encoding, sure: true });
  expect(decodePage(Buffer.from(`<?xml version="1.0" encoding="${label}"?>`))).toMatchObject({ encoding, sure: true });
});

test("bytes of a Latin page are read as such", () => {
  const bytes = iconv.encode("<p>£", "windows-1252");
  expect(decodePage(bytes, "latin1")).toEqual({ text: "<p>£", encoding: "windows-1252", sure: true });
  expect(decodePage(bytes, "utf-8").encoding).not.toBe("koi8-r");
});

test("a declaration is looked for in the first 4,096 characters", () => {
  const at = (spaces: number) => decodePage(Buffer.from(`${" ".repeat(spaces)}<meta charset=koi8-r>`)).encoding;
  expect(at(4_096 - 20)).toBe("koi8-r");
  expect(at(4_096)).toBe("utf-8");
});

test.each([
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
])("the mark %j at its start counts more than a declaration", (mark, encoding) => {
  const bytes = iconv.encode("<meta charset=koi8-r>words", encoding);
  expect(decodePage(Buffer.concat([Buffer.from(mark), bytes]), "koi8-r").text.replace("\ufeff", "")).toBe(
    "<meta charset=koi8-r>words",
  );
});

test("bytes that only begin like a mark are none", () => {
  for (const start of [
    [0xff, 0x41],
    [0xfe, 0x41],
    [0x41, 0xff],
    [0x41, 0xfe],
  ])
    expect(decodePage(Buffer.from(start), "koi8-r").encoding).toBe("koi8-r");
});
