import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { emfDrawing, svgDrawing, wmfDrawing } from "../../../fixtures/drawings.ts";
import { xmlRoot } from "../xml/xml-root.ts";
import { binaryDrawing, isSvg } from "./drawing-kind.ts";

test("drawings in binary form are recognised, compressed or not, and other files are not", () => {
  expect(binaryDrawing(emfDrawing("Words"))).toBe("emf");
  expect(binaryDrawing(wmfDrawing("Words"))).toBe("wmf");
  expect(binaryDrawing(wmfDrawing("Words").subarray(22)), "without a place").toBe("wmf");
  expect(binaryDrawing(gzipSync(emfDrawing("Words")))).toBe("emf");
  expect(binaryDrawing(gzipSync(svgDrawing("Words") + " ".repeat(20_000_000)))).toBe("svg");
  for (const other of ["words ".repeat(20), "\x01\0\0\0".repeat(20), "\x1f\x8b\x08 broken", ""]) {
    expect(binaryDrawing(Buffer.from(other, "latin1"))).toBeUndefined();
  }
  expect(binaryDrawing(gzipSync("an archive ".repeat(100)))).toBeUndefined();
});

const entities =
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [ <!ENTITY ns "http://www.w3.org/2000/svg"> ]>';

test.each([
  ["as browsers save it", svgDrawing("Words"), true],
  ["with a prefix", '<?xml version="1.0"?><s:svg xmlns:s="http://www.w3.org/2000/svg"/>', true],
  ["of Illustrator", `\ufeff<?xml version="1.0"?><!-- > -->\n${entities}\n<svg xmlns="&ns;">`, true],
  ["in a web page", "<html><svg/></html>", false],
  ["of another namespace", '<svg xmlns="urn:x"/>', false],
  ["in words", "see <svg>", false],
])("text is an SVG drawing or not: %s", (_, text, expected) => {
  const head = Buffer.from(text);
  expect(isSvg(head, xmlRoot(head))).toBe(expected);
});
