import { expect, test } from "vitest";
import { withParagraph } from "./prepare-rtf.ts";

test.each([
  ["a header alone", String.raw`{\rtf1{\header Fennel\par}}`, true],
  ["one with braces in its words", String.raw`{\rtf1\sectd{\headerf {\b a \{ b\}}\par}\pard\plain }`, true],
  ["a footer alone", "{\\rtf1{\\footer Fennel\\par}\r\n}\r\n\0", true],
  ["a header over a paragraph", String.raw`{\rtf1{\header Fennel\par}\pard\par}`, false],
  ["one over words", String.raw`{\rtf1{\header Fennel\par}\pard Words}`, false],
  ["one over a picture", String.raw`{\rtf1{\header Fennel\par}{\pict\wmetafile8 }}`, false],
  ["how far the header is", String.raw`{\rtf1\headery720}`, false],
])("%s: whether the body needs a paragraph", (_, rtf, isChanged) => {
  const whole = withParagraph(Buffer.from(rtf, "latin1")).toString("latin1");
  expect(whole !== rtf).toBe(isChanged);
  if (isChanged) expect(whole.replace(/\\par\}(?=[^}]*$)/, "}")).toBe(rtf);
});
