import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { attached, emailFile, emailWith } from "../../../fixtures/email-files.ts";
import { msgFile } from "../../../fixtures/msg-files.ts";
import type { OutlookMessage } from "../../../fixtures/outlook-messages.ts";
import { tnefAttribute, tnefFile } from "../../../fixtures/tnef-files.ts";
import { ConvertError } from "../converter.ts";
import { readCompoundFile } from "../detect/compound.ts";
import { openContainer } from "./containers.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-outlook-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function opened(bytes: Buffer, name = "mail.msg") {
  const path = join(folder, "input");
  writeFileSync(path, bytes);
  const container = await openContainer({ path, name, sizeBytes: bytes.length });
  if (!container) return null;
  const contents = await Promise.all(container.items.map((_, index) => buffer(container.pieces(index))));
  for (const [index, { sizeBytes, kind }] of container.items.entries())
    if (kind === "file") expect(contents[index]?.length, "the stated size is the real one").toBe(sizeBytes);
  const page = contents[0]?.toString() ?? "";
  const lines = page
    .replaceAll("</td></tr>", "\n")
    .replaceAll(/<[^>]*>/g, "|")
    .split("\n");
  return { items: container.items, page, contents, lines: lines.map((line) => line.replaceAll(/\|+/g, "|")) };
}

const refusal = (bytes: Buffer) =>
  opened(bytes).then(
    () => "opened",
    (error: unknown) => (error instanceof ConvertError ? `${error.reason}: ${error.detail ?? ""}` : error),
  );

const anna = { name: "Anna Baker", address: "anna@bakery.example" };
const post = { name: "Post", address: "post@practice.example" };
const usual: OutlookMessage = {
  subject: "Rechnung März",
  from: anna,
  to: [post, { name: "second@practice.example", address: "second@practice.example" }],
  sent: new Date("2026-11-26T08:05:00Z"),
  body: "Here is the invoice for March, £40.",
  attachments: [{ name: "a.pdf", content: "%PDF-1.7 invoice" }],
};

describe.each([
  ["an Outlook message", msgFile],
  ["winmail.dat", tnefFile],
])("%s", (_, write) => {
  test.each([["in Unicode", {}] as const, ["in a code page", { codepage: 1252 }] as const])(
    "shows who wrote to whom, when and about what, and holds the attachments, with texts %s",
    async (_title, codepage) => {
      const { items = [], lines = [], contents = [] } = (await opened(write({ ...usual, ...codepage }))) ?? {};
      expect(items).toMatchObject([{ path: "Message.html", isOwnContent: true, setAside: null }, { path: "a.pdf" }]);
      expect(contents[1]?.toString()).toBe("%PDF-1.7 invoice");
      expect(lines).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/From\|Anna Baker &lt;anna@bakery.example&gt;$/),
          "|To|Post &lt;post@practice.example&gt;; second@practice.example",
          "|Sent|26 Nov 2026, 08:05 (UTC)",
          "|Subject|Rechnung März",
          "|Attachments|a.pdf",
          "|Here is the invoice for March, £40.|",
        ]),
      );
    },
  );

  test("shows the time zone of the sender where the header of the email was kept", async () => {
    const message = { ...usual, headers: "Received: x\r\nDate: Thu, 26 Nov 2026 09:05:00 +0100\r\n" };
    expect((await opened(write(message)))?.lines).toContain("|Sent|26 Nov 2026, 09:05 (UTC+01:00)");
  });

  test("shows HTML with its pictures, which are set aside as files", async () => {
    const html = '<p>Please pay <b>Märchen</b> <img src="cid:logo@x"></p>';
    const logo = { name: "logo.png", content: "logo", contentId: "logo@x", type: "image/png" };
    const { items = [], page = "" } = (await opened(write({ ...usual, html, attachments: [logo] }))) ?? {};
    const data = Buffer.from("logo").toString("base64");
    expect(page).toContain(`<p>Please pay <b>Märchen</b> <img src="data:image/png;base64,${data}"></p>`);
    expect(page).not.toContain("Here is the invoice");
    expect(items[1]).toMatchObject({ path: "logo.png", setAside: "is shown in the text of the email." });
  });

  test("shows HTML that is only in compressed RTF, and words of other RTF where there is no text", async () => {
    const html = "{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 {\\*\\htmltag64 <p>}M\\'e4rz{\\*\\htmltag72 </p>}}";
    expect((await opened(write({ ...usual, rtf: html })))?.page).toContain("<p>März</p>");
    const { body: _body, ...withoutBody } = usual;
    const plain = "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}} M\\'e4rz \\b bold\\par}";
    expect((await opened(write({ ...withoutBody, rtf: plain })))?.page).toContain("März bold");
    expect((await opened(write({ ...usual, rtf: plain })))?.page).toContain("Here is the invoice");
  });

  test("holds an attached email, which can be opened itself, and a link to a file elsewhere", async () => {
    const inner: OutlookMessage = {
      ...usual,
      subject: "Inner",
      attachments: [{ name: "b.pdf", content: "%PDF-1.7 b" }],
    };
    const attachments = [{ name: "Inner", message: inner }, { name: "big.xlsx", isLink: true } as const];
    const { items = [], contents = [] } = (await opened(write({ ...usual, attachments }))) ?? {};
    expect(items[1]?.path).toMatch(/^Inner\.(msg|dat)$/);
    expect(items[2]).toMatchObject({ path: "big.xlsx", kind: "link" });
    const nested = await opened(contents[1] ?? Buffer.alloc(0));
    expect(nested?.lines).toContain("|Subject|Inner");
    expect(nested?.items.map(({ path }) => path)).toEqual(["Message.html", "b.pdf"]);
    expect(nested?.contents[1]?.toString()).toBe("%PDF-1.7 b");
  });

  test("holds a workbook that was put into its text, and sets other objects aside", async () => {
    const attachments = [
      { name: "Worksheet", object: { Workbook: Buffer.alloc(5000, "w") } },
      { name: "Picture", object: { CONTENTS: Buffer.alloc(100) } },
    ];
    const { items = [], contents = [] } = (await opened(write({ ...usual, attachments }))) ?? {};
    expect(items.slice(1)).toMatchObject([
      { path: "Worksheet.xls", setAside: null },
      { path: "Picture", setAside: "is an object in the text of the email, not a file." },
    ]);
    expect(
      readCompoundFile(contents[1] ?? Buffer.alloc(0))
        .read("Workbook")
        ?.toString(),
    ).toMatch(/^w{5000}$/);
  });

  test.each([
    ["IPM.Contact", "an Outlook contact"],
    ["IPM.DistList", "an Outlook contact group"],
    ["IPM.Appointment", "an Outlook appointment"],
    ["IPM.Task", "an Outlook task"],
    ["IPM.StickyNote", "an Outlook note"],
    ["IPM.Activity", "an Outlook journal entry"],
  ])("of the class %s is refused as %s", async (messageClass, words) => {
    const text = `unsupported: is ${words}. Export it as PDF and replace it.`;
    expect(await refusal(write({ ...usual, messageClass }))).toBe(text);
  });

  test.each(["IPM.Post", "IPM.Note.Custom", "IPM.Schedule.Meeting.Request", "REPORT.IPM.Note.NDR"])(
    "of the class %s is an email",
    async (messageClass) => expect(await refusal(write({ ...usual, messageClass }))).toBe("opened"),
  );

  test("is recognised by its content under any name", async () => {
    for (const name of ["mail.eml", "mail.doc", "winmail.dat", "mail.txt"])
      expect((await opened(write(usual), name))?.items).toHaveLength(2);
  });
});

test("winmail.dat in an email is replaced by what it holds, and its text is shown where the email has none", async () => {
  const attachments = [{ name: "inside.pdf", content: "%PDF-1.7" }];
  const inside = attached("winmail.dat", tnefFile({ ...usual, attachments }), "application/ms-tnef");
  const other = attached("other.pdf", "%PDF-1.7");
  const paths = (found: Awaited<ReturnType<typeof opened>>) => found?.items.map(({ path }) => path);

  const withText = await opened(emailWith("The text of the email.", inside, other));
  expect(paths(withText)).toEqual(["Message.html", "inside.pdf", "other.pdf"]);
  expect(withText?.page).toContain("The text of the email.");
  expect(withText?.page).not.toContain("Here is the invoice");

  expect((await opened(emailWith(" \n", inside)))?.page).toContain("Here is the invoice");
});

test("a damaged winmail.dat in an email stays an item and does not stop the others", async () => {
  const inside = attached("winmail.dat", tnefFile(usual).subarray(0, 200), "application/ms-tnef");
  const { items = [] } = (await opened(emailWith("Words.", inside, attached("b.pdf", "%PDF-1.7")))) ?? {};
  expect(items.map(({ path }) => path)).toEqual(["Message.html", "winmail.dat", "b.pdf"]);
});

test("winmail.dat with wrong lengths, without an end or of other content is refused as damaged", async () => {
  const whole = tnefFile(usual);
  expect(await refusal(whole.subarray(0, whole.length - 5))).toMatch(/^damaged/);
  const start = whole.subarray(0, 6);
  expect(await refusal(Buffer.concat([start, tnefAttribute(1, 0x00069003, Buffer.alloc(8, 255))]))).toMatch(/^damaged/);
  expect(await refusal(Buffer.concat([start, tnefAttribute(1, 0x0002800c, Buffer.alloc(8), 0x7fffffff)]))).toMatch(
    /^damaged/,
  );
  expect(await refusal(Buffer.concat([whole, Buffer.from("\r\n\r\n")]))).toBe("opened");
});

test("an Outlook message that is cut off is refused as damaged", async () => {
  const whole = msgFile({ ...usual, attachments: [{ name: "a.pdf", content: Buffer.alloc(20_000) }] });
  expect(await refusal(whole.subarray(0, 5000))).toMatch(/^damaged/);
});

test("an attached message that is signed is an email of its own", async () => {
  const signed = emailFile({
    type: "multipart/signed",
    parts: [{ content: "Signed words" }, attached("smime.p7s", "0")],
  });
  const { body: _body, ...withoutText } = usual;
  const message = {
    ...withoutText,
    messageClass: "IPM.Note.SMIME.MultipartSigned",
    attachments: [{ name: "smime.p7m", content: signed, type: "multipart/signed" }],
  };
  const { page = "" } = (await opened(msgFile(message))) ?? {};
  expect(page).toContain("Signed words");
});
