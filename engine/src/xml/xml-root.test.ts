import { expect, test } from "vitest";
import { xmlEncoding, xmlRoot } from "./xml-root.ts";
import { childOf, readTree, type XmlNode } from "./xml-tree.ts";

const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, "utf16le");
  return isBig ? bytes.swap16() : bytes;
};

test.each([
  ["a byte order mark of UTF-8", Buffer.from("\ufeff<a/>"), "utf-8"],
  ["a byte order mark of UTF-16", utf16("\ufeff<a/>"), "utf-16le"],
  ["a byte order mark of big-endian UTF-16", utf16("\ufeff<a/>", true), "utf-16be"],
  ["UTF-16", utf16("<a/>"), "utf-16le"],
  ["big-endian UTF-16", utf16("<a/>", true), "utf-16be"],
  ["a declaration", Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?>'), "iso-8859-1"],
  ["a declaration in other quotes and with spaces", Buffer.from("\n<?xml encoding = 'x.y_z:1-2' ?>"), "x.y_z:1-2"],
  ["a declaration without an encoding", Buffer.from('<?xml version="1.0"?>'), "utf-8"],
  ["an encoding outside the declaration", Buffer.from('<?xml version="1.0"?><a encoding="x"/>'), "utf-8"],
  ["an encoding that ends at 200 bytes", Buffer.from(`<?xml ${" ".repeat(181)} encoding="x"?>`), "x"],
  ["an encoding beyond 200 bytes", Buffer.from(`<?xml ${" ".repeat(182)} encoding="x"?>`), "utf-8"],
  ["nothing", Buffer.alloc(0), "utf-8"],
])("the encoding of a document with %s is known", (_what, head, encoding) => {
  expect(xmlEncoding(head)).toBe(encoding);
});

test.each([
  ["a namespace of its own", '<a xmlns="u"><b/></a>', { name: "a", namespace: "u" }],
  ["a prefix", '<x:a xmlns:x="u" xmlns="v"/>', { name: "a", namespace: "u" }],
  ["an undeclared prefix", "<x:a/>", { name: "a", namespace: "x" }],
  ["no namespace", "<?xml version='1.0'?><!-- <c/> --><a>", { name: "a", namespace: "" }],
  ["white space before the declaration", "\r\n\t <?xml version='1.0'?><a/>", { name: "a", namespace: "" }],
  ["a document type", "<!DOCTYPE a><a/>", { name: "a", namespace: "" }],
  ["many comments before it", `${`<!--${"x".repeat(1_000)}-->`.repeat(5)}<a/>`, { name: "a", namespace: "" }],
  ["a fault before it", "<?xml version='1.0'?> & <a/>", undefined],
  ["a fault after it", "<a/> & </b>", { name: "a", namespace: "" }],
  ["an end that is cut off", "<a b='", undefined],
  ["other characters before it", "x<a/>", undefined],
  ["an unknown encoding", "<?xml version='1.0' encoding='klingon'?><a/>", undefined],
  ["no element", "<!-- -->", undefined],
  ["nothing", "", undefined],
])("the root element with %s is read", (_what, xml, root) => {
  expect(xmlRoot(Buffer.from(xml))).toEqual(root);
});

test("the root element is read in every encoding", () => {
  for (const bytes of [utf16("<ä/>"), utf16("\ufeff<ä/>", true), Buffer.from("\ufeff<ä/>")]) {
    expect(xmlRoot(bytes)?.name).toBe("ä");
  }
  expect(xmlRoot(Buffer.from("<?xml version='1.0' encoding='iso-8859-1'?><ä/>", "latin1"))?.name).toBe("ä");
});

/** Each element with its whole text and its content. */
const outline = (xml: string, node: XmlNode | undefined): unknown =>
  node && [
    xml.slice(node.from, node.to),
    xml.slice(node.inner.from, node.inner.to),
    node.children.map((one) => outline(xml, one)),
  ];

test("a part is read as a tree with the places of its elements and their content", () => {
  const xml = "<a><x:b>1</x:b><c/></a>";
  expect(outline(xml, readTree(xml))).toEqual([
    xml,
    "<x:b>1</x:b><c/>",
    [
      ["<x:b>1</x:b>", "1", []],
      ["<c/>", "", []],
    ],
  ]);
});

test("of several roots the first one is read, and a text that is not well-formed has none", () => {
  expect(readTree("<a/><b/>")?.element.local).toBe("a");
  expect(readTree("<a></b>")).toBeUndefined();
  expect(readTree("text")).toBeUndefined();
});

test("a child is found by its name without prefix, the first of several", () => {
  const tree = readTree("<a><x:b c='1'/><b c='2'/><d><e/></d></a>");
  expect(childOf(tree, "b")?.element.attributes.c).toBe("1");
  expect([childOf(tree, "e"), childOf(undefined, "b")]).toEqual([undefined, undefined]);
});
