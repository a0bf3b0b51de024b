import { PDFContext, PDFDict, type PDFObject, PDFRawStream } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { readDocument } from "./document.ts";
import { refuseEndlessDrawing } from "./form-nesting.ts";

/** How the drawings of forms are counted. */

const context = PDFContext.create();
const form = (content: string, entries: object = {}) =>
  context.register(context.stream(content, { Subtype: "Form", ...entries } as never));
const drawing = (name: string, times: number) => `/${name} Do `.repeat(times);
const resources = (XObject: object) => ({ Resources: { XObject } });

/** @returns whether the file is accepted */
function isAccepted(...pages: object[]): boolean {
  const Kids = pages.map((entries) => context.register(context.obj({ Type: "Page", ...entries } as never)));
  const catalog = context.obj({ Pages: { Kids, Count: Kids.length } } as never) as unknown as PDFDict;
  try {
    refuseEndlessDrawing(readDocument(context, catalog));
    return true;
  } catch (error) {
    expect(error).toMatchObject({
      reason: "too-large",
      detail: "has a page that draws nested forms more than 1,000,000 times. Print it to a new PDF and replace it.",
    });
    return false;
  }
}
const page = (content: string, forms: object) => ({ Contents: form(content), ...resources(forms) });

const leaf = form("f", { Resources: {} });
const thousand = form(drawing("B", 999), resources({ B: leaf }));
const forms = { A: thousand, B: leaf };

test("a page may draw forms a million times, with those inside them", () => {
  expect(isAccepted(page(drawing("A", 1000), forms))).toBe(true);
  expect(isAccepted(page(drawing("A", 1000) + drawing("B", 1), forms))).toBe(false);
  expect(isAccepted(page(drawing("A", 1000), forms), page(drawing("A", 1000), forms))).toBe(true);
  expect(isAccepted(page("", {}), page(drawing("A", 1001), forms), page("", {}))).toBe(false);
});

test("a page without nested forms may draw its forms more often", () => {
  const flat = page(drawing("B", 1_000_001), {
    B: leaf,
    I: context.register(context.stream("", { Subtype: "Image" })),
  });
  expect(isAccepted(flat, flat)).toBe(true);
});

test("forms may be nested two hundred levels deep", () => {
  const nested = (levels: number): PDFObject => {
    let inner = leaf;
    for (let level = 1; level < levels; level++) inner = form("/F Do", resources({ F: inner }));
    return inner;
  };
  expect(isAccepted(page("/F Do", { F: nested(200) }))).toBe(true);
  expect(isAccepted(page("/F Do", { F: nested(201) }))).toBe(false);
});

test("a form without resources draws those of its page", () => {
  const borrowing = form(drawing("B", 999));
  expect(isAccepted(page(drawing("A", 1000), { A: borrowing, B: leaf }))).toBe(true);
  expect(isAccepted(page(drawing("A", 1001), { A: borrowing, B: leaf }))).toBe(false);
});

test("a form within itself counts as nothing", () => {
  const own = PDFDict.withContext(context);
  const looped = PDFRawStream.of(own, Buffer.from(drawing("A", 5000) + drawing("B", 999)));
  const A = context.register(looped);
  for (const [key, value] of Object.entries({ Subtype: "Form", ...resources({ A, B: leaf }) }))
    own.set(context.obj(key as never) as never, context.obj(value as never));
  expect(isAccepted(page(drawing("A", 1000), { A }))).toBe(true);
  expect(isAccepted(page(drawing("A", 1001), { A }))).toBe(false);
});

test("pictures, unknown names and other operators draw no forms", () => {
  const image = context.register(context.stream(drawing("A", 9), { Subtype: "Image" }));
  const unknown = `${drawing("I", 2)}${drawing("X", 2)}/A Dot /A Tf `;
  expect(isAccepted(page(drawing("A", 1000) + unknown, { ...forms, I: image }))).toBe(true);
});

test("a name is found as it is written", () => {
  expect(isAccepted(page(drawing("A#20B", 1001), { "A#20B": thousand }))).toBe(false);
  expect(isAccepted(page("/A\nDo ".repeat(1001), forms))).toBe(false);
});
