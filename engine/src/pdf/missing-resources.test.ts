import { PDFContext, type PDFDict, PDFName, PDFRawStream, type PDFRef } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { addMissingResources } from "./appearance-resources.ts";
import { createCopier } from "./copy.ts";

/** Which resources an appearance gets from the form or the page. */

const source = PDFContext.create();
const dict = (entries: object): PDFDict => source.obj(entries as never) as unknown as PDFDict;
const all = dict({
  Font: { F: "font", G: "otherFont" },
  XObject: { X: "picture" },
  Pattern: { P: "pattern", Q: "otherPattern" },
  ColorSpace: { C: "space", D: "otherSpace" },
  ExtGState: { S: "state" },
  Shading: { H: "shading" },
});

/** Returns the entries of the copied appearance after missing resources were added. */
function completed(content: string, resourceSources: PDFDict[], entries: object = {}): string {
  const target = PDFContext.create();
  const copier = createCopier(source, target);
  const stream = PDFRawStream.of(dict({ Subtype: "Form", ...entries }), Buffer.from(content));
  const copied = copier.copy(stream) as PDFRawStream;
  addMissingResources(copied.dict, stream, resourceSources, copier);
  return String(copied.dict)
    .replaceAll(/\s+/g, " ")
    .replace(/^<< \/Subtype \/Form ?/, "")
    .replace(/ ?>>$/, "");
}

test.each<[string, string]>([
  ["/F 12 Tf", "/Font << /F /font >>"],
  ["/F -1.5 Tf /G +2 Tf", "/Font << /F /font /G /otherFont >>"],
  ["/X Do", "/XObject << /X /picture >>"],
  ["/P scn 1 /Q SCN", "/Pattern << /P /pattern /Q /otherPattern >>"],
  ["/C cs /D CS", "/ColorSpace << /C /space /D /otherSpace >>"],
  ["/S gs", "/ExtGState << /S /state >>"],
  ["/H sh", "/Shading << /H /shading >>"],
  ["/X Do /F 9 Tf", "/XObject << /X /picture >> /Font << /F /font >>"],
])("an appearance with the operators %s gets the resources that they name", (content, resources) => {
  expect(completed(content, [all])).toBe(`/Resources << ${resources} >>`);
});

test.each(["/Missing 12 Tf", "/F 12 Td", "/X Dot", "/F 1 2 Tf", "/X", "", "/F gs"])(
  "an appearance with the operators %j gets none",
  (content) => expect(completed(content, [all])).toBe(""),
);

test("the first of the dictionaries that has a resource supplies it", () => {
  const [form, page] = [dict({ Font: { F: "ofForm" } }), dict({ Font: { F: "ofPage", G: "ofPage" } })];
  const fonts = (...from: PDFDict[]) => completed("/F 9 Tf /G 9 Tf", from);
  expect(fonts(form, page)).toBe("/Resources << /Font << /F /ofForm /G /ofPage >> >>");
  expect(fonts(page, form)).toBe("/Resources << /Font << /F /ofPage /G /ofPage >> >>");
  expect(fonts(dict({}), form)).toBe("/Resources << /Font << /F /ofForm >> >>");
  expect(fonts()).toBe("");
});

test("an appearance keeps its own resources, and one with fonts of its own is complete", () => {
  const own = (Resources: object) => completed("/X Do /F 9 Tf", [all], { Resources });
  expect(own({ XObject: { X: "own", Y: "own" } })).toBe(
    "/Resources << /XObject << /X /own /Y /own >> /Font << /F /font >> >>",
  );
  expect(own({ XObject: { Y: "own" } })).toBe(
    "/Resources << /XObject << /Y /own /X /picture >> /Font << /F /font >> >>",
  );
  expect(own({ Font: { G: "own" } })).toBe("/Resources << /Font << /G /own >> >>");
});

test("resources that several appearances share are not changed for the others", () => {
  const target = PDFContext.create();
  const copier = createCopier(source, target);
  const Resources = source.register(dict({ XObject: {} }));
  const stream = PDFRawStream.of(dict({ Subtype: "Form", Resources }), Buffer.from("/F 9 Tf"));
  const [one, other] = [copier.copy(stream), copier.copy(stream)] as [PDFRawStream, PDFRawStream];
  addMissingResources(one.dict, stream, [all], copier);
  expect(String(one.dict)).toContain("/font");
  expect(String(target.lookup(other.dict.get(PDFName.of("Resources"))))).not.toContain("/font");
});

/** Copies an appearance that draws a form without resources, which is lent by the page or its own. */
function innerForm(content: string, own: boolean): string {
  const target = PDFContext.create();
  const copier = createCopier(source, target);
  const inner: PDFRef = source.register(source.stream("f", { Subtype: "Form", Inner: true } as never));
  const resources = { XObject: { I: inner } };
  const entries = own ? { Subtype: "Form", Resources: resources } : { Subtype: "Form", Resources: { ProcSet: [] } };
  const stream = PDFRawStream.of(dict(entries), Buffer.from(content));
  const copied = copier.copy(stream) as PDFRawStream;
  addMissingResources(copied.dict, stream, own ? [all] : [dict(resources)], copier);
  const forms = target.enumerateIndirectObjects().map(([, object]) => (object as PDFRawStream).dict);
  return String(forms[0]).replaceAll(/\s+/g, " ");
}

test("forms without resources within an appearance get its resources", () => {
  expect(innerForm("/I Do /F 9 Tf", true)).toMatch(/\/Inner true \/Resources << .*\/Font << \/F \/font >> >> >>$/);
  expect(innerForm("/I Do", false)).toMatch(
    /\/Inner true \/Resources << \/ProcSet \[ \] \/XObject << \/I \d+ 0 R >> >> >>$/,
  );
});

test("forms without resources within an appearance that has none stay without", () => {
  const target = PDFContext.create();
  const copier = createCopier(source, target);
  const stream = PDFRawStream.of(
    dict({ Subtype: "Form", Other: source.stream("", { Subtype: "Form" } as never) }),
    Buffer.from(""),
  );
  const copied = copier.copy(stream) as PDFRawStream;
  addMissingResources(copied.dict, stream, [all], copier);
  expect(String(copied.dict)).not.toContain("Resources");
});
