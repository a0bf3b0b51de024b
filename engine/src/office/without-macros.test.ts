import { expect, test } from "vitest";
import { isMacroPart, withoutMacroRelations, withoutScripts } from "./without-macros.ts";

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
