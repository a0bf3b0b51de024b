import { expect, test } from "vitest";
import { withParagraph } from "./prepare-rtf.ts";

test.each([
  ["a header alone", String.raw`{\rtf1{\header Fennel\par}}`, true],
  ["a header with braces in its text", String.raw`{\rtf1\sectd{\headerf {\b a \{ b\}}\par}\pard\plain }`, true],
  ["a footer alone", "{\\rtf1{\\footer Fennel\\par}\r\n}\r\n\0", true],
  ["a header before a paragraph", String.raw`{\rtf1{\header Fennel\par}\pard\par}`, false],
  ["a header before text", String.raw`{\rtf1{\header Fennel\par}\pard Words}`, false],
  ["a header before a picture", String.raw`{\rtf1{\header Fennel\par}{\pict\wmetafile8 }}`, false],
  ["a header that does not end", String.raw`{\rtf1\par{\header Fennel}`, true],
  ["a header between texts", String.raw`{\rtf1 One{\header Fennel\par}{\b}}`, true],
  ["the last of two headers", String.raw`{\rtf1{\headerl A\par}Words{\headerr {B}\par}{ }}`, true],
  ["a header before a table", String.raw`{\rtf1{\header Fennel\par}\trowd\cell\row}`, false],
  ["neither header nor footer", String.raw`{\rtf1\pard}`, false],
  ["the distance of the header", String.raw`{\rtf1\headery720}`, false],
])("%s: a paragraph is added only when the body is empty", (_, rtf, isChanged) => {
  const whole = withParagraph(Buffer.from(rtf, "latin1")).toString("latin1");
  expect(whole !== rtf).toBe(isChanged);
  if (isChanged) expect(whole.replace(/\\par\}(?=[^}]*$)/, "}")).toBe(rtf);
});
