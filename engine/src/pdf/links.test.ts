import { PDFContext, PDFHexString, PDFRef, PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import type { Matrix } from "./geometry.ts";
import { rebuildLink } from "./links.ts";

const context = PDFContext.create();
const page = context.obj([PDFRef.of(9), "Fit"]);
const doubled: Matrix = [2, 0, 0, 2, 5, 0.12345];

/** Every destination but a missing one leads to the same page. */
const rebuild = (entries: object, base?: string) =>
  rebuildLink(
    context.obj(entries as never) as never,
    [10, 20, 30, 40],
    doubled,
    { findDestination: (found) => found && page, base },
    context,
  );
const printed = (entries: object) => String(rebuild(entries)).replaceAll(/\s+/g, " ");
const addressOf = (URI: unknown, base?: string) =>
  /\/URI \((.*)\)/.exec(String(rebuild({ A: { S: "URI", URI } }, base)))?.[1];

const start = "<< /Type /Annot /Subtype /Link /Rect [ 25 40.123 65 80.123 ] /F";

test.each<[string, object, string]>([
  ["a destination", { Dest: [1] }, `${start} 0 /Dest [ 9 0 R /Fit ] >>`],
  ["an action that goes to a page", { A: { S: "GoTo", D: [1] } }, `${start} 0 /Dest [ 9 0 R /Fit ] >>`],
  [
    "an address",
    { A: { S: "URI", URI: PDFString.of("https://sheaf.example/") } },
    `${start} 0 /A << /Type /Action /S /URI /URI (https://sheaf.example/) >> >>`,
  ],
  ["the print flag among others", { Dest: [1], F: 31 }, `${start} 4 /Dest [ 9 0 R /Fit ] >>`],
])("a link with %s is rebuilt on the sheet", (_what, entries, link) => expect(printed(entries)).toBe(link));

test.each<[string, object]>([
  ["no target", {}],
  ["an action that goes nowhere", { A: { S: "GoTo" }, Dest: [1] }],
  ["an action that runs something", { A: { S: "Launch" }, Dest: [1] }],
  ["an address that is none", { A: { S: "URI", URI: 7 }, Dest: [1] }],
])("a link with %s is left out", (_what, entries) => expect(rebuild(entries)).toBeUndefined());

test.each<[string, string | undefined, string?]>([
  ["http://sheaf.example", "http://sheaf.example"],
  [" HTTPS://sheaf.example ", "HTTPS://sheaf.example"],
  ["mailto:ann@sheaf.example", "mailto:ann@sheaf.example"],
  ["https://sheaf.example/é\\()~ !\u007f", "https://sheaf.example/%C3%A9%5C%28%29~%20!%7F"],
  ["https://sheaf.example/a\tb", "https://sheaf.example/a%09b"],
  ["javascript:alert(1)", undefined],
  ["file:///etc/passwd", undefined],
  ["xhttp://sheaf.example", undefined],
  ["", undefined],
  [" ", undefined],
  ["www.sheaf.example/a", "http://www.sheaf.example/a"],
  ["www.sheaf", undefined],
  ["a/b", undefined],
  ["a/b", "https://sheaf.example/c/a/b", "https://sheaf.example/c/"],
  ["a/b", undefined, "damson"],
  ["a/b", undefined, "file:///c/"],
])("the address %j is rebuilt as %j", (address, rebuilt, base) => {
  const latin = address.replaceAll(/[()\\]/g, (character) => `\\${character}`);
  if (!/[^\0-\x7f]/.test(address)) expect(addressOf(PDFString.of(latin), base)).toBe(rebuilt);
  expect(addressOf(PDFHexString.of(Buffer.from(address).toString("hex")), base)).toBe(rebuilt);
});

test("an address that is not UTF-8 is read as a text string", () => {
  expect(addressOf(PDFHexString.of(Buffer.from("https://sheaf.example/\xe9", "latin1").toString("hex")))).toBe(
    "https://sheaf.example/%C3%A9",
  );
});

const looks = (entries: object) =>
  printed({ Dest: [1], ...entries }).slice(`${start} 0 /Dest [ 9 0 R /Fit ] `.length, -3);
test.each<[string, object, string]>([
  [
    "the corners of its text",
    { QuadPoints: [0, 1, 2, 3, 4, 5, 6, 7] },
    "/QuadPoints [ 5 2.123 9 6.123 13 10.123 17 14.123 ]",
  ],
  ["incomplete corners", { QuadPoints: [0, 1, 2, 3, 4, 5, 6] }, ""],
  ["no corners", { QuadPoints: [] }, ""],
  ["a border", { Border: [0, 3, 4] }, "/Border [ 0 3 3 ]"],
  ["a dashed border", { Border: [0, 0, 1, [3, 2]] }, "/Border [ 0 0 1 ]"],
  ["a border that is none", { Border: [0, "A", 1] }, ""],
  ["a style", { BS: {} }, "/BS << /W 1 /S /S >>"],
  ["a wide underline", { BS: { W: 12, S: "U" } }, "/BS << /W 3 /S /U >>"],
  ["a dashed style", { BS: { W: 0.5, S: "D" } }, "/BS << /W 0.5 /S /S >>"],
  ["a colour", { C: [1, 0, 0.5] }, "/C [ 1 0 0.5 ]"],
])("a rebuilt link keeps %s", (_what, entries, look) => expect(looks(entries)).toBe(look));
