import { expect, test } from "vitest";
import { isMacroPart, removeMacros, withoutMacroRelations, withoutScripts } from "./without-macros.ts";

test("parts with macros are known by name, and others are kept", () => {
  const macros = [
    "word/vbaProject.bin",
    "xl/vbaProjectSignature.bin",
    "word/_rels/vbaProject.bin.rels",
    "word/vbaData.xml",
    "Basic/Standard/Module1.xml",
    "Scripts/python/m.py",
  ];
  expect(macros.filter((name) => !isMacroPart(name))).toEqual([]);
  const others = ["word/document.xml", "content.xml", "Pictures/Basic/1.png", "xl/activeX/activeX1.bin"];
  expect(others.filter(isMacroPart)).toEqual([]);
});

test("relationships to a VBA project are removed, and all others are kept", () => {
  const relation = (id: number, type: string) => `<Relationship Id="rId${id}" Type="${type}" Target="x"/>`;
  const styles = relation(1, "http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles");
  const project = relation(2, "http://schemas.microsoft.com/office/2006/relationships/vbaProject");
  const data = relation(3, "http://schemas.microsoft.com/office/2006/relationships/wordVbaData");
  const all = (inner: string) => `<?xml version="1.0"?><Relationships>${inner}</Relationships>`;
  expect(withoutMacroRelations(all(styles + project + data))).toBe(all(styles));
});

test("scripts and the events that would start them are removed from an OpenDocument part, and its text stays", () => {
  const content = (scripts: string, events: string) =>
    `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:script="s">${scripts}<office:body><office:text>A${events}B</office:text></office:body></office:document-content>`;
  const events =
    '<office:event-listeners><script:event-listener script:event-name="dom:load"/></office:event-listeners>';
  expect(withoutScripts(content(`<office:scripts>${events}</office:scripts>`, events))).toBe(content("", ""));
  const plain = content("<office:scripts/>", "");
  expect(withoutScripts(plain)).toBe(plain);
});

const relationships = (...types: string[]) =>
  `<Relationships>${types.map((type) => `<Relationship Id="${type}" Type="http://x/relationships/${type}"/>`).join("")}</Relationships>`;

test.each([
  ["vbaProject", true],
  ["wordVbaData", true],
  ["vbaProjectSignature", true],
  ["vbaProjectSignatureAgile", true],
  ["vbaProjectSignatureV3", true],
  ["vbaProjectSignatureV4", false],
  ["vbaProjectOther", false],
])("a relationship of the type %s belongs to macros: %s", (type, isOne) => {
  expect(withoutMacroRelations(relationships("styles", type))).toBe(
    isOne ? relationships("styles") : relationships("styles", type),
  );
});

test("a part that is not well-formed keeps its relationships and scripts", () => {
  const broken = `${relationships("vbaProject")}<`;
  expect(withoutMacroRelations(broken)).toBe(broken);
  const open = "<office:document><office:scripts>x</office:scripts>";
  expect(withoutScripts(open)).toBe(open);
});

/** Removes macros from a package. @returns the removed parts, and those that were written with another text */
async function removed(parts: Record<string, string>) {
  const [names, written]: [string[], Record<string, string>] = [[], {}];
  await removeMacros(Object.keys(parts), {
    read: async (name) => parts[name] ?? "",
    write: (name, text) => {
      if (text !== parts[name]) written[name] = text;
    },
    replace: () => {},
    add: () => {},
    remove: (name) => void names.push(name),
    save: async () => true,
  });
  return { names, written };
}

test("the parts of macros and all relationships to them are removed from a package", async () => {
  const { names, written } = await removed({
    "word/document.xml": "<w:document/>",
    "word/vbaProject.bin": "x",
    "word/_rels/document.xml.rels": relationships("styles", "vbaProject"),
    "_RELS/.RELS": relationships("vbaProject"),
    "word/_rels/footer.xml.rels": relationships("image"),
  });
  expect(names).toEqual(["word/vbaProject.bin"]);
  expect(written).toEqual({
    "word/_rels/document.xml.rels": relationships("styles"),
    "_RELS/.RELS": relationships(),
  });
});

const manifest = (...paths: string[]) =>
  `<manifest:manifest>${paths.map((path) => `<manifest:file-entry manifest:full-path="${path}"/>`).join("")}</manifest:manifest>`;

test("the libraries of an OpenDocument file are removed with their entries and its scripts", async () => {
  const scripted = "<d><office:scripts><a/></office:scripts>x</d>";
  const parts = {
    "content.xml": scripted,
    "styles.xml": "<d><office:event-listeners><a/></office:event-listeners></d>",
    "Basic/Standard/Module1.xml": "x",
    "META-INF/manifest.xml": manifest("/", "content.xml", "Basic/Standard/Module1.xml"),
  };
  expect(await removed(parts)).toEqual({
    names: ["Basic/Standard/Module1.xml"],
    written: {
      "content.xml": "<d>x</d>",
      "styles.xml": "<d></d>",
      "META-INF/manifest.xml": manifest("/", "content.xml"),
    },
  });
  const { "Basic/Standard/Module1.xml": _, ...others } = parts;
  expect(await removed({ ...others, "styles.xml": "<d/>" })).toEqual({
    names: [],
    written: { "content.xml": "<d>x</d>" },
  });
  expect(await removed({ "Scripts/a.py": "x" })).toEqual({ names: ["Scripts/a.py"], written: {} });
});
