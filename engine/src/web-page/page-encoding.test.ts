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
