import { PDFContext, PDFDict, PDFName, PDFRawStream } from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import { entriesWithoutEncoding, withoutInvisibleText } from "./invisible-text.ts";

/** Makes a page with contents, and forms that it may draw. */
function pageOf(contents: readonly string[], forms: readonly string[] = [], subtype = "Form"): PDFDict {
  const context = PDFContext.create();
  const streamOf = (text: string, entries: Record<string, string> = {}) => context.stream(text, entries);
  const objects = Object.fromEntries(
    forms.map((text, at) => [`F${at}`, context.register(streamOf(text, { Type: "XObject", Subtype: subtype }))]),
  );
  const page = context.obj({ Resources: { XObject: objects } });
  if (!(page instanceof PDFDict)) throw new Error("unreachable");
  page.set(PDFName.of("Contents"), context.obj(contents.map((text) => context.register(streamOf(text)))));
  return page;
}
const cleaned = (...given: Parameters<typeof pageOf>) =>
  withoutInvisibleText(pageOf(...given))?.map(({ content }) => content.toString("latin1").replace(/ +/g, " ").trim());

describe("text that is drawn invisibly", () => {
  test.each<[string, string, string[] | undefined]>([
    ["is removed", "BT 3 Tr (a) Tj ET", ["BT 3 Tr ET"]],
    ["stays when it is seen", "BT (a) Tj ET", []],
    ["stays in other modes", "BT 2 Tr (a) Tj 7 Tr (b) Tj ET", []],
    ["in several pieces is removed", "BT 3 Tr [(a) 2 (b)] TJ (c) Tj ET", ["BT 3 Tr ET"]],
    ["on the next line leaves the way there", "BT 3 Tr (a) ' ET", ["BT 3 Tr T* ET"]],
    ["with spacing leaves the spacing", 'BT 3 Tr 5 6 (a) " ET', ["BT 3 Tr 5 Tw 6 Tc T* ET"]],
    ["beside what is seen leaves a page as it is", "BT 3 Tr (a) Tj 0 Tr (b) Tj ET", undefined],
    ["behind what is seen leaves a page as it is", "BT (b) Tj 3 Tr (a) Tj ET", undefined],
    [
      "in another object than what is seen is removed",
      "BT 3 Tr (a) Tj ET BT 0 Tr (b) Tj ET",
      ["BT 3 Tr ET BT 0 Tr (b) Tj ET"],
    ],
    ["is told by a mode that is saved", "q 3 Tr q BT (a) Tj ET Q Q BT (b) Tj ET", ["q 3 Tr q BT ET Q Q BT (b) Tj ET"]],
    [
      "is told by a mode that was restored",
      "3 Tr q 0 Tr BT (b) Tj ET Q BT (a) Tj ET",
      ["3 Tr q 0 Tr BT (b) Tj ET Q BT ET"],
    ],
    ["stays invisible when nothing was saved", "3 Tr Q BT (a) Tj ET", ["3 Tr Q BT ET"]],
    ["stays invisible for a mode that is no number", "3 Tr /N Tr BT (a) Tj ET", ["3 Tr /N Tr BT ET"]],
    [
      "is removed behind a picture in the content",
      "BI /W 1 /H 1 /BPC 8 /CS /G ID x EI BT 3 Tr (a) Tj ET",
      ["BI /W 1 /H 1 /BPC 8 /CS /G ID x EI BT 3 Tr ET"],
    ],
    ["in content that cannot be read leaves a page as it is", "BT 3 Tr (a Tj ET", undefined],
  ])("%s", (_, content, left) => {
    expect(cleaned([content])).toEqual(left);
  });

  test("is removed from all contents and forms that have some", () => {
    const invisible = "BT 3 Tr (a) Tj ET";
    expect(cleaned([invisible, "BT (b) Tj ET"])).toEqual(["BT 3 Tr ET"]);
    expect(cleaned(["/F0 Do"], [invisible, "0 0 5 5 re f"])).toEqual(["BT 3 Tr ET"]);
    expect(cleaned(["/F0 Do"], ["BT 3 Tr (a) Tj 0 Tr (b) Tj ET"])).toBeUndefined();
    expect(cleaned(["/F0 Do"], [invisible], "Image")).toEqual([]);
    expect(cleaned([])).toEqual([]);
  });

  test("is looked for in a thousand contents and forms at most", () => {
    const forms = (count: number) => Array.from({ length: count }, () => "f");
    expect(cleaned(["/F0 Do"], forms(999))).toEqual([]);
    expect(cleaned(["/F0 Do"], forms(1_000))).toBeUndefined();
  });

  test("is looked for once in a form that draws itself", () => {
    const page = pageOf(["/F0 Do"], ["BT 3 Tr (a) Tj ET"]);
    const objects = page.lookup(PDFName.of("Resources"), PDFDict).lookup(PDFName.of("XObject"), PDFDict);
    const form = objects.lookup(PDFName.of("F0"));
    if (!(form instanceof PDFRawStream)) throw new Error("The form is no stream");
    form.dict.set(PDFName.of("Resources"), page.context.obj({ XObject: objects }));
    expect(withoutInvisibleText(page)).toHaveLength(1);
  });
});

test("new content takes the other entries of its dictionary", () => {
  const { context } = pageOf([]);
  const stream = context.stream("x", {
    Type: "XObject",
    Filter: "FlateDecode",
    DecodeParms: {},
    Matrix: [1, 0, 0, 1, 5, 6],
  });
  expect(entriesWithoutEncoding(stream)).toBe("/Type /XObject /Matrix [ 1 0 0 1 5 6 ]");
});
