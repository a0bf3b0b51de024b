import { MB } from "@sheaf/contracts/limits.ts";
import { describe, expect, test } from "vitest";
import { attached, type EmailPart, emailFile } from "../../../fixtures/email-files.ts";
import { contentOf } from "./message.ts";
import { readEml } from "./read-eml.ts";

const lines = (...text: string[]) => readEml(Buffer.from(text.join("\n")));
const read = (part: EmailPart) => readEml(emailFile(part));
const bodyOf = (part: EmailPart) => read(part).body.map(({ kind, content }) => [kind, content]);
const names = (part: EmailPart) => read(part).attachments.map(({ name, type }) => name || type);
const html = (content: string): EmailPart => ({ type: "text/html", content });

test("people are those of all fields of a name, and the sender is who sent it where no author is named", () => {
  const found = lines("From: ", "Sender: Office <o@x>", "To: a@x", "To: B <b@x>", "Bcc: Team: c@x, d@x;", "", "");
  expect(found).toMatchObject({ from: "Office <o@x>", to: "a@x; B <b@x>", cc: "", bcc: "c@x; d@x" });
  expect(lines("From: Anna <a@x>", "Sender: o@x", "", "").from).toBe("Anna <a@x>");
});

test.each([
  ["enveloped-data", true],
  ["ENVELOPED-DATA", true],
  ["signed-data", false],
  ["enveloped-data-not", false],
])("an email of S/MIME that is %s is encrypted: %s", (type, isEncrypted) => {
  const given = { type: `application/x-pkcs7-mime; smime-type=${type}`, content: "x" };
  if (isEncrypted) expect(() => read(given)).toThrow(expect.objectContaining({ reason: "unsupported" }));
  else expect(read(given).attachments).toHaveLength(1);
  const other = { type: `application/pdf; smime-type=${type}`, content: "x" };
  expect(read(other).attachments).toHaveLength(1);
});

describe("a part", () => {
  test.each([
    ["text/plain", "text"],
    ["text", "text"],
    ["text/html", "html"],
    ["multipart/mixed", "text"],
  ])("of the type %s without parts of its own is text", (type, kind) => {
    expect(bodyOf({ type, content: "words", encoding: "7bit" })).toEqual([[kind, "words"]]);
  });

  test.each(["text/enriched", "application/pdf", "textual/plain"])("of the type %s is an attachment", (type) => {
    expect(names({ type, content: "x" })).toEqual([type]);
    expect(bodyOf({ type, content: "x" })).toEqual([]);
  });

  test("with a disposition is an attachment where that names a file or says so", () => {
    const inline = (disposition: string) => ({ content: "x", fields: [`Content-Disposition: ${disposition}`] });
    expect(names(inline("inline"))).toEqual([]);
    expect(names(inline("inline; filename=a.txt"))).toEqual(["a.txt"]);
    expect(names(inline("attachment"))).toEqual(["text/plain"]);
  });

  test("has the name of its disposition, else of its type, and its Content-ID without brackets", () => {
    const both = { ...attached("a.pdf", "%PDF", 'application/pdf; name="b.pdf"') };
    expect(names(both)).toEqual(["a.pdf"]);
    const part = { type: 'application/pdf; name="b.pdf"', fields: ["Content-ID: <x@y>"], content: "%PDF" };
    expect(read(part).attachments[0]).toMatchObject({ name: "b.pdf", contentId: "x@y", sizeBytes: 4, isLink: false });
  });

  test("that is signed is shown, and its signatures are attachments", () => {
    const email = { type: "multipart/signed", parts: [{ content: "words" }, { content: "one" }, html("two")] };
    expect(bodyOf(email)).toEqual([["text", "words"]]);
    expect(read(email).attachments.map((one) => contentOf(one).toString())).toEqual(["one", "two"]);
  });
});

describe("of alternatives", () => {
  const alternative = (...parts: EmailPart[]): EmailPart => ({ type: "multipart/alternative", parts });

  test.each([
    ["the last one in HTML is shown", [{ content: "a" }, html("b"), html("c")], [["html", "c"]]],
    ["HTML is shown before text that follows it", [html("b"), { content: "a" }], [["html", "b"]]],
    ["the last text is shown where there is no HTML", [{ content: "a" }, { content: "b" }], [["text", "b"]]],
    ["one with words is shown before one without", [{ content: "a" }, html("<p> ")], [["text", "a"]]],
    ["the last one is shown where none has words", [{ content: " " }, html("<p>")], [["html", "<p>"]]],
    [
      "one is shown that has HTML in it",
      [{ type: "multipart/related", parts: [{ content: "x" }, html("b")] }, { content: "a" }],
      [
        ["text", "x"],
        ["html", "b"],
      ],
    ],
  ] as [string, EmailPart[], string[][]][])("%s", (_, parts, expected) => {
    expect(bodyOf(alternative(...parts))).toEqual(expected);
  });

  test("those that are not shown are no attachments, unless they are files or of other types", () => {
    const other = (type: string): EmailPart => ({ type, content: "x" });
    const rest = ["text/enriched", "text/x-amp-html", "text/watch-html", "application/pdf"].map(other);
    expect(names(alternative({ content: "a" }, html("b"), ...rest))).toEqual(["application/pdf"]);
    expect(names(alternative({ content: "a" }, html("b"), attached("a.txt", "x", "text/plain")))).toEqual(["a.txt"]);
  });
});

test.each([
  ["text/plain; format=flowed", "a b"],
  ["text/plain; format=Flowed; delsp=Yes", "ab"],
  ["text/plain; format=flowed; delsp=no", "a b"],
  ["text/plain; format=fixed; delsp=yes", "a \nb"],
])("text of the type %s is read as %j", (type, content) => {
  expect(bodyOf({ type, content: "a \r\nb" })).toEqual([["text", content]]);
});

test("text has line feeds alone, and HTML the encoding of its type, else the one that it states itself", () => {
  expect(bodyOf({ content: "a\r\nb\rc" })).toEqual([["text", "a\nb\nc"]]);
  expect(bodyOf({ content: "a\r\r\nb\r\r\n\r\r\nc\r\rd" })).toEqual([["text", "a\nb\n\nc\n\nd"]]);
  const content = Buffer.concat([Buffer.from("<meta charset=windows-1251>"), Buffer.from([0xe4])]);
  expect(bodyOf({ type: "text/html", content })[0]?.[1]).toMatch(/д$/);
  expect(bodyOf({ type: "text/html; charset=windows-1252", content })[0]?.[1]).toMatch(/ä$/);
});

test("texts of 10 MB in all are read, and one byte more is refused", () => {
  const text = (bytes: number): EmailPart => ({ content: Buffer.alloc(bytes, "x"), encoding: "8bit" });
  expect(read({ parts: [text(10 * MB - 5), text(5)] }).body).toHaveLength(2);
  const detail = "has a text of more than 10 MB. Save it as PDF and replace it.";
  const refused = expect.objectContaining({ reason: "too-large", detail });
  expect(() => read({ parts: [text(10 * MB - 5), text(6)] })).toThrow(refused);
});
