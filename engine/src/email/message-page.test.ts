import { MB } from "@sheaf/contracts/limits.ts";
import { expect, test } from "vitest";
import type { Attachment, BodyText, EmailMessage } from "./message.ts";
import { isPicture, messagePage, usedContentIds } from "./message-page.ts";

const message = (given: Partial<EmailMessage>): EmailMessage => ({
  from: "",
  to: "",
  cc: "",
  bcc: "",
  sent: "",
  subject: "",
  body: [],
  attachments: [],
  ...given,
});
const picture = (contentId: string, content: string, given: Partial<Attachment> = {}): Attachment => ({
  name: "",
  type: "image/gif",
  contentId,
  sizeBytes: content.length,
  pieces: () => [Buffer.from(content.slice(0, 2)), Buffer.from(content.slice(2))],
  isLink: false,
  isDamaged: false,
  ...given,
});

function page(given: Partial<EmailMessage>, names: string[] = []): string {
  const { sizeBytes, pieces } = messagePage(message(given), names);
  const bytes = Buffer.concat([...pieces()]);
  expect(bytes.length, "the size is known beforehand").toBe(sizeBytes);
  return bytes.toString();
}
const inHtml = (content: string): { body: BodyText[] } => ({ body: [{ kind: "html", content }] });
const inText = (content: string): { body: BodyText[] } => ({ body: [{ kind: "text", content }] });
/** The part of the page behind its header. */
const shown = (given: Partial<EmailMessage>) => /<body>\n\n(.*)\n<\/body><\/html>\n$/s.exec(page(given))?.[1];

test("the header has a row for each statement that the email makes, and none without one", () => {
  const rows = (given: Partial<EmailMessage>, names?: string[]) =>
    [...page(given, names).matchAll(/<tr><td[^>]*>([^<]*)<\/td><td[^>]*>([^<]*)<\/td><\/tr>/g)].map((row) =>
      row.slice(1),
    );
  const all = { from: "A <a>", to: "b", cc: "c", bcc: "d", sent: "e", subject: 'f & "g"' };
  expect(rows(all, ["h.pdf", "i.pdf"])).toEqual([
    ["From", "A &lt;a&gt;"],
    ["To", "b"],
    ["Cc", "c"],
    ["Bcc", "d"],
    ["Sent", "e"],
    ["Subject", "f &amp; &quot;g&quot;"],
    ["Attachments", "h.pdf; i.pdf"],
  ]);
  expect(rows({ subject: "x" })).toEqual([["Subject", "x"]]);
  expect(page({ subject: "<x>" })).toContain("<title>&lt;x&gt;</title>");
  expect(page({})).not.toMatch(/<table|<hr/);
});

test.each([
  ["a   b", "no"],
  ["a    b\nc    d", "yes"],
  ["a    b\nc\nd\te", "yes"],
  ["a  b\nc  d", "no"],
  ["    a\n    b", "no"],
])("text with the lines %j has columns: %s", (text, expected) => {
  expect(shown(inText(text))?.includes("Courier New") ? "yes" : "no").toBe(expected);
});

test("text keeps its lines and loses the space at its end", () => {
  expect(shown(inText(" <a>\nb \n\n"))).toMatch(
    /^<div style="font-family:Arial[^"]*;white-space:pre-wrap"> &lt;a&gt;\nb<\/div>$/,
  );
});

test.each([
  ["<p>a</p>", "<div><p>a</p></div>"],
  ["<!DOCTYPE html><HTML><head><meta x><title>t</title></head><body>a</body></html>", "<div>a</div>"],
  ['<body bgcolor="#eee" text=red style="margin:0">a', '<div style="background-color:#eee;color:red;margin:0">a</div>'],
  ["<body style='font:\"x\"'>a", '<div style="font:&quot;x&quot;">a</div>'],
  ["<body TEXT = 'red'>a", '<div style="color:red">a</div>'],
  ["<body class=x>a", "<div>a</div>"],
])("the HTML %j becomes the block %j", (html, block) => expect(shown(inHtml(html))).toBe(block));

test("pictures of the email that the HTML refers to are in the page", () => {
  const attachments = [
    picture("One@x", "gif"),
    picture("two", "png?", { type: "application/octet-stream", name: "b.PNG" }),
    picture("three", "odd", { type: "image/x y" }),
    picture("gone", "x", { isDamaged: true }),
    picture("doc", "x", { type: "application/pdf" }),
    picture("", "x"),
  ];
  const html =
    '<img src="cid:one@X">,<i style="url(cid:two)">,cid:three ,cid:gone ,cid:doc ,cid:none ,cid: ,cid:one%40x';
  const url = (type: string, content: string) => `data:${type};base64,${Buffer.from(content).toString("base64")}`;
  const one = url("image/gif", "gif");
  const [two, three] = [url("image/png", "png?"), url("image/png", "odd")];
  expect(shown({ ...inHtml(html), attachments })).toBe(
    `<div><img src="${one}">,<i style="url(${two})">,${three} ,cid:gone ,cid:doc ,cid:none ,cid: ,${one}</div>`,
  );
});

test("pictures of 20 MB in all are in the page, and those beyond are left out", () => {
  const html = "a cid:big b cid:small c cid:big d";
  const size = (attachments: Attachment[]) => messagePage(message({ ...inHtml(html), attachments }), []).sizeBytes;
  const sized = (id: string, sizeBytes: number) => picture(id, "", { sizeBytes });
  const inBase64 = (sizeBytes: number) => "data:image/gif;base64,".length + Math.ceil(sizeBytes / 3) * 4;
  const references = "cid:bigcid:smallcid:big".length;
  const without = size([]) - references;
  expect(size([sized("big", 10 * MB), sized("small", 0)])).toBe(without + 2 * inBase64(10 * MB) + inBase64(0));
  expect(size([sized("big", 20 * MB), sized("small", 0)])).toBe(without + inBase64(20 * MB) + inBase64(0));
  expect(size([sized("big", 10 * MB), sized("small", 1)])).toBe(without + inBase64(10 * MB) + inBase64(1));
  expect(size([sized("big", 20 * MB + 1), sized("small", 4)])).toBe(without + inBase64(4));
});

test("of the references to pictures in a text the first thousand are followed", () => {
  const { length } = [
    ...page({ ...inHtml("cid:a ".repeat(1002)), attachments: [picture("a", "x")] }).matchAll(/data:/g),
  ];
  expect(length).toBe(1000);
});

test("the Content-IDs that texts refer to are those in HTML, without regard to case and encoding", () => {
  const body: BodyText[] = [
    { kind: "html", content: '<img src="CID:A%40x"> url(cid:b&amp;c) cid:%zz' },
    { kind: "text", content: "cid:d" },
    { kind: "html", content: "cid:e" },
  ];
  expect([...usedContentIds(body)]).toEqual(["a@x", "b&c", "%zz", "e"]);
});

test.each([
  ["image/png", "a", true],
  ["text/plain", "a.JPEG", true],
  ["text/plain", "a.jpg", true],
  ["", "a.webp", true],
  ["", "a.png.pdf", false],
  ["application/image", "a", false],
])("whether an attachment of the type %j with the name %j is a picture: %s", (type, name, expected) => {
  expect(isPicture({ type, name })).toBe(expected);
});
