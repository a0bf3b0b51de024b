import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { attached, emailFile, emailWith } from "../../../fixtures/email-files.ts";
import { openContainer } from "./containers.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-emails-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function opened(bytes: Buffer, name = "mail.eml") {
  const path = join(folder, "input");
  writeFileSync(path, bytes);
  const container = await openContainer({ path, name, sizeBytes: bytes.length });
  if (!container) return null;
  const contents = await Promise.all(container.items.map((_, index) => text(container.pieces(index))));
  for (const [index, { sizeBytes }] of container.items.entries())
    expect(Buffer.byteLength(contents[index] ?? ""), "the stated size is the real one").toBe(sizeBytes);
  return { items: container.items, page: contents[0] ?? "", contents };
}

/** Paths of the items without the page, with the reason of those set aside. */
async function listed(bytes: Buffer): Promise<(string | [string, string])[]> {
  const { items = [] } = (await opened(bytes)) ?? {};
  return items.slice(1).map(({ path, setAside }) => (setAside === null ? path : [path, setAside]));
}

const photo = Buffer.alloc(150 * 1024, "photo");
const logo = Buffer.alloc(3000, "logo");
const invoice = attached("a.pdf", "%PDF-1.7 invoice", "application/pdf");

test("an email is a container: its page comes first, then its attachments, decoded", async () => {
  const email = emailWith("Here are the papers for May.", invoice, attached("b.txt", "Bäckerei", "text/plain"));
  const found = await opened(email);
  expect(found?.items).toMatchObject([
    { path: "Message.html", isOwnContent: true, setAside: null },
    { path: "a.pdf", isOwnContent: false, setAside: null },
    { path: "b.txt", setAside: null },
  ]);
  expect(found?.contents.slice(1)).toEqual(["%PDF-1.7 invoice", "Bäckerei"]);
});

test("the page shows who wrote to whom, when, about what and with which attachments, and then the text", async () => {
  const email = emailFile({
    from: '"Baker, Anna" <anna@bakery.example>',
    to: "Post <post@practice.example>, second@practice.example",
    subject: "=?utf-8?Q?M=C3=A4rz_<1>?=",
    date: "Thu, 26 Nov 2026 09:05:00 +0100",
    fields: ["Cc: third@practice.example"],
    parts: [{ content: "Total:  £40\n> quoted\n" }, invoice],
  });
  const words = (await opened(email))?.page.replaceAll(/<\/td><\/tr>/g, "\n").replaceAll(/<[^>]*>/g, "|") ?? "";
  const lines = words.split("\n").map((line) => line.replaceAll(/\|+/g, "|"));
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/From\|Baker, Anna &lt;anna@bakery.example&gt;$/),
      "|To|Post &lt;post@practice.example&gt;; second@practice.example",
      "|Cc|third@practice.example",
      "|Sent|26 Nov 2026, 09:05 (UTC+01:00)",
      "|Subject|März &lt;1&gt;",
      "|Attachments|a.pdf",
      "|Total:  £40",
      "&gt; quoted|",
    ]),
  );
});

test("a text with columns is shown in letters of one width, other text is not", async () => {
  const table = "Date        Item      Amount\n01/11/2026  Flour      40.00\n02/11/2026  Butter    120.50\n";
  expect((await opened(emailWith(table)))?.page).toMatch(/Courier[^>]*>Date {8}Item/);
  expect((await opened(emailWith("Dear Sarah,\nhere are the papers.")))?.page).not.toContain("Courier");
});

test("the best alternative of a text is shown once, and files beside either are items", async () => {
  const email = emailFile({
    type: "multipart/alternative",
    parts: [
      { content: "plain words" },
      { type: "multipart/mixed", parts: [{ type: "text/html", content: "<b>rich words</b>" }, invoice] },
      { type: "text/calendar; method=REQUEST", content: "BEGIN:VCALENDAR" },
    ],
  });
  const { page = "" } = (await opened(email)) ?? {};
  expect(page).toContain("<b>rich words</b>");
  expect(page).not.toContain("plain words");
  expect(await listed(email)).toEqual(["a.pdf", ["Attachment.ics", "is a calendar entry, not a document."]]);
});

test("an alternative in HTML that shows nothing is not preferred to words", async () => {
  const html = { type: "text/html", content: "<html><head><title>x</title></head><body> &nbsp; </body></html>" };
  const email = emailFile({ type: "multipart/alternative", parts: [{ content: "words" }, html] });
  expect((await opened(email))?.page).toContain("words");
});

test("texts in several parts are joined in order", async () => {
  const email = emailFile({
    parts: [{ content: "first" }, invoice, { type: "text/html", content: "<p>second</p>" }, { content: "third" }],
  });
  expect((await opened(email))?.page).toMatch(/first.*second.*third/s);
});

test("pictures that the HTML shows are in the page and set aside as files, as are small ones", async () => {
  const picture = (id: string, content: Uint8Array) => ({
    type: "image/png",
    fields: [`Content-ID: <${id}>`, `Content-Disposition: inline; filename="${id}.png"`],
    content,
  });
  const html = '<p>See <img src="cid:big@x"> and <img src="CID:logo%40x"> and <img src="cid:none@x"></p>';
  const email = emailFile({
    type: "multipart/related",
    parts: [
      { type: "text/html", content: html },
      picture("big@x", photo),
      picture("logo@x", logo),
      picture("other@x", logo),
      picture("scan@x", photo),
      { type: "application/pdf", fields: ['Content-Disposition: inline; filename="inline.pdf"'], content: "%PDF-1.7" },
    ],
  });
  const shown = "is shown in the text of the email.";
  expect(await listed(email)).toEqual([
    ["big@x.png", shown],
    ["logo@x.png", shown],
    ["other@x.png", "is a small picture, such as a logo."],
    "scan@x.png",
    "inline.pdf",
  ]);
  const { page = "" } = (await opened(email)) ?? {};
  expect(page).toContain(`<img src="data:image/png;base64,${photo.toString("base64")}"> and`);
  expect(page).toContain(`<img src="data:image/png;base64,${logo.toString("base64")}">`);
  expect(page).toContain('<img src="cid:none@x">');
  expect(page, "names of pictures in the text are not listed").toMatch(
    /Attachments.*>other@x.png; scan@x.png; inline/s,
  );
});

test("signatures, calendar entries, cards, reports and empty files are set aside, with the reason", async () => {
  expect(
    await listed(
      emailFile({
        type: 'multipart/signed; protocol="application/pkcs7-signature"',
        parts: [
          {
            parts: [
              { content: "See the invoice." },
              invoice,
              attached("invite.ics", "BEGIN:VCALENDAR"),
              attached("anna.vcf", "BEGIN:VCARD"),
              { type: "message/disposition-notification", content: "Disposition: displayed", encoding: "7bit" },
              attached("empty.pdf", ""),
            ],
          },
          attached("smime.p7s", "0", "application/pkcs7-signature"),
        ],
      }),
    ),
  ).toEqual([
    "a.pdf",
    ["invite.ics", "is a calendar entry, not a document."],
    ["anna.vcf", "is a business card, not a document."],
    ["Attachment", "is a report of a mail server, not a document."],
    ["empty.pdf", "is empty."],
    ["smime.p7s", "is a digital signature, not a document."],
  ]);
});

test("attachments without a name or extension are named by their type or content, and equal names get a number", async () => {
  expect(
    await listed(
      emailWith(
        "words",
        { type: "application/pdf", fields: ["Content-Disposition: attachment"], content: "%PDF-1.7" },
        attached("Invoice 12.2026", "%PDF-1.7"),
        attached("A.pdf", "%PDF-1.7"),
        attached("a.pdf", "%PDF-1.7"),
        attached("../../etc/x.pdf", "%PDF-1.7"),
      ),
    ),
  ).toEqual(["Attachment.pdf", "Invoice 12.2026.pdf", "A.pdf", "a (2).pdf", "_.._etc_x.pdf"]);
});

test("a text that is named in its type only is an attachment, unless it is the text of the email", async () => {
  const named = (name: string) => ({ type: `text/plain; name="${name}"`, content: `words of ${name}` });
  const email = emailFile({ parts: [named("body.txt"), named("notes.txt")] });
  expect(await listed(email)).toEqual(["notes.txt"]);
  expect((await opened(email))?.page).toContain("words of body.txt");
});

test("an attached email is an item of its own, as it was sent", async () => {
  const inner = emailFile({ subject: "Inner", content: "words", encoding: "7bit" });
  const email = emailWith("Forwarded.", { type: "message/rfc822", content: inner, encoding: "7bit" });
  const { items = [], contents = [] } = (await opened(email)) ?? {};
  expect(items.map(({ path }) => path)).toEqual(["Message.html", "Inner.eml"]);
  expect(contents[1]).toBe(inner.toString());
});

test("a text that is only a signature is set aside when there are documents, and kept when there are none", async () => {
  const page = async (email: Buffer) => (await opened(email))?.items[0]?.setAside;
  expect(await page(emailWith("Sent from my iPhone", invoice))).toBe("says no more than a signature.");
  expect(await page(emailWith("", invoice))).toBe("has no text.");
  expect(await page(emailWith("Invoices for May", invoice))).toBe(null);
  expect(await page(emailWith("Sent from my iPhone"))).toBe(null);
  expect(await page(emailWith("Sent from my iPhone", attached("anna.vcf", "BEGIN:VCARD")))).toBe(null);
});

test("a photo in the text is a document, so the page that shows it is kept", async () => {
  const html = { type: "text/html", content: '<img src="cid:photo"><br>Sent from my iPhone' };
  const shown = (content: Uint8Array) =>
    emailFile({
      type: "multipart/related",
      parts: [html, { type: "image/jpeg", fields: ["Content-ID: <photo>"], content }, invoice],
    });
  expect((await opened(shown(photo)))?.items[0]?.setAside).toBe(null);
  expect((await opened(shown(logo)))?.items[0]?.setAside).toBe("says no more than a signature.");
});

test("an email is recognised by its content under other names, and other files under its name are none", async () => {
  const email = emailWith("words");
  const wide = Buffer.from(`\ufeff${email.toString()}`, "utf16le");
  expect(await opened(email, "mail.pdf")).not.toBe(null);
  expect(await opened(Buffer.concat([Buffer.from("From anna@x Thu Nov 26\r\n"), email]))).not.toBe(null);
  expect((await opened(wide))?.page).toContain("words");
  expect((await opened(Buffer.from(email.toString().replaceAll("\r\n", "\r"))))?.page).toContain("words");
  expect(await opened(email, "mail.txt"), "text is printed as it is").toBe(null);
  expect(await opened(Buffer.from("Total: 40\nDue: none\n"))).toBe(null);
  expect(await opened(Buffer.from("%PDF-1.7"))).toBe(null);
});

test.each([
  ["multipart/encrypted", "is encrypted for its recipient."],
  ["application/pkcs7-mime; smime-type=enveloped-data", "is encrypted for its recipient."],
  ["message/partial; number=1; total=2", "is one piece of an email that was sent in several."],
])("an email of the type %s is refused, because it %s", async (type, words) => {
  const refused = await opened(emailFile({ type, content: "x" })).catch((error: unknown) => error);
  expect(refused).toMatchObject({ reason: "unsupported", detail: expect.stringContaining(words) });
});
