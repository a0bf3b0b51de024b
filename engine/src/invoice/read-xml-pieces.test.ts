import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { invoiceAttachments } from "./attachments.ts";
import { type ReadOptions, readXml } from "./read-xml.ts";
import type { XmlNode } from "./xml-node.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-read-xml-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(content: string | Buffer): string {
  const path = join(folder, "invoice.xml");
  writeFileSync(path, content);
  return path;
}

const read = (content: string | Buffer, options?: ReadOptions) => readXml(written(content), options);
const refusal = (reason: string, words: string) =>
  expect.objectContaining({ reason, detail: expect.stringContaining(words) });

/** An element with its text and its children, in a few words. */
const outline = ({ name, text, children }: XmlNode): string =>
  name + (text === "" ? "" : `=${text}`) + (children.length === 0 ? "" : `(${children.map(outline).join(" ")})`);

test.each([
  ["one text", "<a> one\n</a>", "a=one"],
  ["text before and after an element", "<a> one <b/> two </a>", "a=one two(b)"],
  ["text in a CDATA section", "<a>one<![CDATA[ & two]]></a>", "a=one & two"],
  ["references", "<a>&lt;&#233;&amp;</a>", "a=<é&"],
  ["comments", "<a>one<!-- no -->two</a>", "a=onetwo"],
  ["white space alone", "<a> \n <b> </b></a>", "a(b)"],
  ["elements within each other", "<a><b><c>1</c></b><b/><d>2</d></a>", "a(b(c=1) b d=2)"],
])("an element with %s is read", (_what, xml, words) => {
  expect(outline(read(xml))).toBe(words);
});

test("attributes are read without prefixes, and declarations of namespaces and schemas are not", () => {
  const root = read(
    '<x:a xmlns="u" xmlns:x="v" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="s" x:b="1" c="2"/>',
  );
  expect([root.name, root.namespace, [...root.attributes]]).toEqual([
    ...[
      "a",
      "v",
      [
        ["b", "1"],
        ["c", "2"],
      ],
    ],
  ]);
  expect(read("<a/>").attributes.size).toBe(0);
});

test("elements are read under other names where these are given", () => {
  expect(outline(read("<a><b/><c/></a>", { names: new Map([["b", "d"]]) }))).toBe("a(d c)");
});

test("where only some elements are kept, the others are forgotten when they end", () => {
  const xml = "<a><b>1</b><keep><c>2</c></keep><d><keep>3</keep><e/></d></a>";
  expect(outline(read(xml, { keeps: (name) => name === "keep" }))).toBe("a");
  const open: string[] = [];
  const file = "<EmbeddedDocumentBinaryObject>QUJD</EmbeddedDocumentBinaryObject>";
  read(`<a><b>1</b><keep><c>2</c>${file}</keep></a>`, {
    keeps: (name) => name === "keep",
    onBinary: (_content, path) => open.push(...path.map(outline)),
  });
  expect(open).toEqual([
    "a(keep(c=2 EmbeddedDocumentBinaryObject))",
    "keep(c=2 EmbeddedDocumentBinaryObject)",
    "EmbeddedDocumentBinaryObject",
  ]);
});

test.each(["EmbeddedDocumentBinaryObject", "AttachmentBinaryObject"])(
  "the content of %s is a file and no text, and its bytes are kept for whom wants them",
  (name) => {
    const xml = (text: string) => `<a><${name}>${text}</${name}></a>`;
    const files: string[] = [];
    const options: ReadOptions = { onBinary: ({ pieces }) => files.push(Buffer.concat(pieces).toString()) };
    const [node] = read(xml("QUJD"), options).children;
    expect([node?.text, node?.binary, files]).toEqual(["", { sizeBytes: 3, isValid: true }, ["ABC"]]);
    expect(read(xml("Q*UJD")).children[0]?.binary?.isValid).toBe(false);
    expect(read(xml(" \n")).children[0]?.binary).toBeUndefined();
  },
);

const chunk = 1 << 18;

test.each([-2, -1, 0, 1])("characters and tags across the ends of pieces are read: %i", (shift) => {
  const filling = "x".repeat(chunk - 3 + shift);
  expect(read(`<a>${filling}é<b/></a>`)).toMatchObject({ text: `${filling}é` });
  const spaces = " ".repeat(chunk + shift);
  expect(outline(read(`${spaces}<a>1</a>`)), "space before the document").toBe("a=1");
});

test.each([
  ["an unknown encoding", '<?xml version="1.0" encoding="klingon"?><a/>', "damaged", "encoding that is not known"],
  ["half a character at its end", Buffer.from([0x3c, 0x61, 0x2f, 0x3e, 0xc3]), "damaged", "not in the encoding"],
  ["no element", "  ", "damaged", "not well-formed"],
  ["two root elements", "<a/><b/>", "damaged", "not well-formed"],
  ["elements 101 deep", "<a>".repeat(101), "too-large", "nested more than 100 deep"],
  ["XInclude within", '<a><i:include xmlns:i="http://www.w3.org/2001/XInclude"/></a>', "unsupported", "XInclude"],
])("a file with %s is refused", (_what, content, reason, words) => {
  expect(() => read(content)).toThrow(refusal(reason, words));
});

test("a file of 50 MB is read, up to its fault, and a larger one is not", () => {
  const path = written('<?xml version="1.0" encoding="klingon"?>');
  truncateSync(path, 52_428_800);
  expect(() => readXml(path)).toThrow(refusal("damaged", "encoding that is not known"));
  truncateSync(path, 52_428_801);
  expect(() => readXml(path)).toThrow(refusal("too-large", "larger than 50 MB"));
});

test("elements may be 100 deep", () => {
  expect(read("<a>".repeat(100) + "</a>".repeat(100)).children).toHaveLength(1);
});

test("prefixes need no declaration", () => {
  expect(outline(read("<x:a><y:b z:c='1'/></x:a>"))).toBe("a(b)");
});

test("text for 2,000 pages is read, and more is refused", () => {
  const text = "x".repeat(6_000_000);
  const twice = (more: string) => `<a><b>${text}</b><b> ${text}${more} </b></a>`;
  expect(read(twice("")).children).toHaveLength(2);
  expect(() => read(twice("y"))).toThrow(refusal("too-large", "more text than fits on 2,000 pages"));
});

test("the files of an invoice have the reference of the document around them", () => {
  const file = (name: string, attributes = "") => `<${name}${attributes}>QUJD</${name}>`;
  const ubl = file("EmbeddedDocumentBinaryObject", ' filename=" a.csv " mimeCode="text/csv"');
  const xml = `<Invoice>
    <AdditionalDocumentReference><ID>Sheet 1</ID><Attachment>${ubl}</Attachment></AdditionalDocumentReference>
    <AdditionalReferencedDocument><IssuerAssignedID>Sheet 2</IssuerAssignedID>${file("AttachmentBinaryObject")}</AdditionalReferencedDocument>
    <Other><ID>no document</ID>${file("AttachmentBinaryObject")}</Other>
  </Invoice>`;
  const found = invoiceAttachments(written(xml));
  expect(found.map(({ fileName, mimeType, reference }) => [fileName, mimeType, reference])).toEqual([
    ["a.csv", "text/csv", "Sheet 1"],
    [undefined, undefined, "Sheet 2"],
    [undefined, undefined, undefined],
  ]);
  expect(found.map(({ content }) => Buffer.concat(content.pieces).toString())).toEqual(["ABC", "ABC", "ABC"]);
});
