import { deflateSync, inflateSync } from "node:zlib";
import { PDFContext, type PDFDict, PDFRawStream } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { createCopier } from "./copy.ts";
import { entry, name } from "./objects.ts";
import { pageForms } from "./page-form.ts";

const context = PDFContext.create();
const dict = (entries: object): PDFDict => context.obj(entries as never) as never;
const stream = (data: string | Uint8Array, entries: object = {}) =>
  context.register(PDFRawStream.of(dict(entries), Buffer.from(data)));
const flat = (object: unknown) => String(object).replaceAll(/\s+/g, " ");

/** Makes a form of each page; returns them with what each form's stream holds. */
function forms(...pages: object[]) {
  const target = PDFContext.create();
  const formOf = pageForms(createCopier(context, target));
  return pages.map((entries) => {
    const page = { node: dict(entries), reference: undefined, box: [1, 2, 30, 40] as const, rotate: 0, userUnit: 1 };
    const { form, group, damaged } = formOf(page);
    const written = target.lookup(form) as PDFRawStream;
    return { dict: written.dict, data: Buffer.from(written.getContents()), group, damaged };
  });
}

test("a page becomes a form of its size", () => {
  const [form] = forms({ Contents: stream("0 0 9 9 re f") });
  expect(flat(form?.dict)).toBe(
    "<< /Type /XObject /Subtype /Form /FormType 1 /BBox [ 1 2 30 40 ] /Resources << >> /Length 12 >>",
  );
  expect([String(form?.data), form?.group, form?.damaged]).toEqual(["0 0 9 9 re f", undefined, false]);
});

test.each<[string, object]>([
  ["without content", {}],
  ["with an empty list of content", { Contents: [] }],
  ["whose content is no stream", { Contents: 7 }],
])("a page %s becomes an empty form", (_what, entries) => {
  const [form] = forms(entries);
  expect([form?.data.length, flat(entry(form?.dict, "Length")), form?.damaged]).toEqual([0, "0", false]);
  expect(entry(form?.dict, "Filter")).toBeUndefined();
});

test("a single stream is copied with its encoding and without its other entries", () => {
  const packed = deflateSync("0 0 9 9 re f");
  const parameters = { Predictor: 1 };
  const [form, listed] = forms(
    { Contents: stream(packed, { Filter: "FlateDecode", DecodeParms: parameters, Length: 999, Private: 1 }) },
    { Contents: [stream(packed, { Filter: ["FlateDecode"] })] },
  );
  expect(form?.data).toEqual(packed);
  expect(flat(form?.dict)).toContain(
    `/Filter /FlateDecode /DecodeParms << /Predictor 1 >> /Length ${packed.length} >>`,
  );
  expect(listed?.data).toEqual(packed);
  expect(flat(listed?.dict)).toContain(`/Filter [ /FlateDecode ] /Length ${packed.length} >>`);
});

test("several streams are joined by line ends, so that their words stay apart", () => {
  const [form] = forms({
    Contents: [stream("0 0 9 9"), stream(deflateSync("re"), { Filter: "FlateDecode" }), stream("f")],
  });
  expect(inflateSync(form?.data ?? Buffer.alloc(0)).toString()).toBe("0 0 9 9\nre\nf\n");
  expect(flat(form?.dict)).toContain(`/Filter /FlateDecode /Length ${form?.data.length} >>`);
  expect(form?.damaged).toBe(false);
});

const broken = stream("Damson", { Filter: "FlateDecode" });
const unknown = stream("Damson", { Filter: "Tart" });
const lzw = stream(Buffer.from([0x80]), { Filter: "LZWDecode" });
test.each<[string, unknown, boolean]>([
  ["is whole", stream(deflateSync("f"), { Filter: "FlateDecode" }), false],
  ["is damaged", broken, true],
  ["has an unknown filter", unknown, true],
  ["has two filters", stream("66>", { Filter: ["ASCIIHexDecode"] }), false],
  ["is a first damaged stream", [broken, stream("f")], true],
  ["is a last damaged stream", [stream("f"), broken], true],
  ["is several streams", [stream("f"), stream("f")], false],
  ["is damaged in another filter", [lzw, unknown], true],
])("a page whose content %s is damaged or not", (_what, Contents, isDamaged) => {
  expect(forms({ Contents })[0]?.damaged).toBe(isDamaged);
});

test("pages that share their resources share the copy, and others have their own", () => {
  const shared = context.register(dict({ A: 1 }));
  const found = forms({ Resources: shared }, { Resources: shared }, { Resources: { A: 1 } }, { Resources: 7 });
  const [one, two, three, four] = found.map(({ dict: form }) => flat(form.get(name("Resources"))));
  expect(one).toMatch(/^\d+ 0 R$/);
  expect(two).toBe(one);
  expect(three).toMatch(/^\d+ 0 R$/);
  expect(three).not.toBe(one);
  expect(four).toBe("<< >>");
});

test("a page's group is copied, and given to its sheet", () => {
  const [form] = forms({ Group: { S: "Transparency", CS: "DeviceRGB" } });
  expect(flat(form?.group)).toBe("<< /S /Transparency /CS /DeviceRGB >>");
  expect(form?.dict.get(name("Group"))).toBe(form?.group);
});
