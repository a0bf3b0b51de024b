import {
  PDFContext,
  type PDFDict,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { createCopier } from "./copy.ts";

/** Numbers in the target begin with 100. */
function setUp() {
  const [source, target] = [PDFContext.create(), PDFContext.create()];
  target.largestObjectNumber = 99;
  const object = (entries: unknown): PDFObject => source.obj(entries as never);
  const stream = (entries: object, data = "") => PDFRawStream.of(object(entries) as PDFDict, Buffer.from(data));
  return { source, target, object, stream, copier: createCopier(source, target) };
}
const printed = (copied: PDFObject | undefined) => String(copied).replaceAll(/\s+/g, " ");

test("objects are copied with what they refer to, each once", () => {
  const { source, target, object, copier } = setUp();
  const leaf = source.register(object({ Leaf: 1 }));
  const node = source.register(object({ Leaf: leaf, Name: "Damson", List: [true, [leaf]] }));
  expect(printed(copier.copy(object([leaf, node, 7])))).toBe("[ 100 0 R 101 0 R 7 ]");
  expect(printed(copier.copy(node))).toBe("101 0 R");
  const written = target.enumerateIndirectObjects().map(([reference, one]) => [String(reference), printed(one)]);
  expect(Object.fromEntries(written)).toEqual({
    "100 0 R": "<< /Leaf 1 >>",
    "101 0 R": "<< /Leaf 100 0 R /Name /Damson /List [ true [ 100 0 R ] ] >>",
  });
});

test("a loop of references is copied as a loop", () => {
  const { source, target, object, copier } = setUp();
  const node = object({}) as PDFDict;
  const reference = source.register(node);
  node.set(PDFName.of("Self"), reference);
  expect(printed(target.lookup(copier.copy(reference)))).toBe("<< /Self 100 0 R >>");
});

test.each([
  ["a page", { Type: "Page" }],
  ["an embedded file", { Type: "EmbeddedFile" }],
  ["a type behind a reference", { Type: "reference" }],
  ["an action", { S: "JavaScript" }],
  ["a link to an address", { S: "URI" }],
])("%s becomes null, direct or by reference", (_what, entries) => {
  const { source, object, copier } = setUp();
  const Type = source.register(PDFName.of("Page"));
  const dict = object("Type" in entries && entries.Type === "reference" ? { Type } : entries);
  expect(printed(copier.copy(object([dict, source.register(dict), 1])))).toBe("[ null null 1 ]");
});

test.each([
  ["a colour space of separations", { S: "Separation" }],
  ["a font", { Type: "Font" }],
])("%s is copied", (_what, entries) => {
  const { object, copier } = setUp();
  expect(printed(copier.copy(object(entries)))).toBe(printed(object(entries)));
});

test("missing, invalid and generated objects become null", () => {
  const { source, object, copier } = setUp();
  const invalid = PDFInvalidObject.of(Buffer.from("damson"));
  const missing = PDFRef.of(77);
  const list = object([missing, missing, source.register(object(null)), invalid, source.contentStream([])]);
  expect(printed(copier.copy(list))).toBe("[ null null null null null ]");
});

test("a stream is copied without private data, references to other files and its length", () => {
  const { stream, copier } = setUp();
  const dropped = { AF: 1, F: 1, Length: 1, Metadata: 1, OPI: 1, PieceInfo: 1, Ref: 1, StructParents: 1 };
  const copied = copier.copy(stream({ Subtype: "Image", ...dropped, Width: 2 }, "data")) as PDFRawStream;
  expect(printed(copied.dict)).toBe("<< /Subtype /Image /Width 2 >>");
  expect(Buffer.from(copied.getContents()).toString()).toBe("data");
  const { object, copier: another } = setUp();
  expect(printed(another.copy(object({ F: 1, Length: 1 })))).toBe("<< /F 1 /Length 1 >>");
});

test("forms and Type 3 fonts without resources are told once", () => {
  const { object, stream, copier } = setUp();
  copier.copy(
    object([
      stream({ Subtype: "Form" }),
      stream({ Subtype: "Form", Resources: {} }),
      stream({ Subtype: "Image" }),
      stream({ Subtype: "Type3" }),
      { Subtype: "Type3" },
      { Subtype: "Type3", Resources: {} },
      { Subtype: "Form" },
    ]),
  );
  expect(copier.takeWithoutResources().map(printed)).toEqual(["<< /Subtype /Form >>", "<< /Subtype /Type3 >>"]);
  expect(copier.takeWithoutResources()).toEqual([]);
});

test.each<[string, object, boolean]>([
  ["8 bits at the limit", { Width: 32_768, Height: 32_768 }, false],
  ["8 bits beyond the limit", { Width: 32_768, Height: 32_769 }, true],
  ["16 bits beyond the limit", { Width: 16_384, Height: 32_769, BitsPerComponent: 16 }, true],
  ["1 bit at the limit", { Width: 65_536, Height: 131_072, BitsPerComponent: 1 }, false],
  ["a mask at the limit", { Width: 65_536, Height: 131_072, ImageMask: true }, false],
  ["a mask beyond the limit", { Width: 65_536, Height: 131_073, ImageMask: true }, true],
  ["no size", {}, false],
])("a picture of %s", (_what, entries, isRefused) => {
  const { stream, copier } = setUp();
  const copy = () => copier.copy(stream({ Subtype: "Image", ...entries }));
  if (isRefused) expect(copy).toThrow(expect.objectContaining({ reason: "too-large" }));
  else expect(copy).not.toThrow();
});

test("the refusal of a picture states its size and the limit, and a form of that size is no picture", () => {
  const { stream, copier } = setUp();
  const size = { Width: 100_000, Height: 20_000 };
  expect(() => copier.copy(stream({ Subtype: "Image", ...size }))).toThrow(
    expect.objectContaining({
      detail:
        "has a picture of 100,000 × 20,000 pixels, beyond the limit of 1024 MB for each colour. Print it to a new PDF and replace it.",
    }),
  );
  expect(() => copier.copy(stream({ Subtype: "Form", ...size }))).not.toThrow();
});
