import { MB } from "@sheaf/contracts/limits.ts";
import { describe, expect, test } from "vitest";
import { type Embedded, mapiAttachment, mapiMessage, refuseOtherItem } from "./mapi-message.ts";
import { type PropertyName, propertiesOf, propertyIds, propertyTypes } from "./mapi-properties.ts";

type Values = Partial<Record<PropertyName, string | number | Buffer | Date>>;

function raw(value: string | number | Buffer | Date): [type: number, bytes: Buffer] {
  if (typeof value === "string") return [propertyTypes.string, Buffer.from(value, "utf16le")];
  if (Buffer.isBuffer(value)) return [propertyTypes.binary, value];
  const bytes = Buffer.alloc(8);
  if (typeof value === "number") {
    bytes.writeUInt32LE(value);
    return [propertyTypes.integer32, bytes.subarray(0, 4)];
  }
  bytes.writeBigUInt64LE((BigInt(value.getTime()) + 11_644_473_600_000n) * 10_000n);
  return [propertyTypes.time, bytes];
}

const properties = (values: Values) =>
  propertiesOf(
    new Map(
      Object.entries(values).map(([name, value]) => {
        const [type, bytes] = raw(value);
        return [propertyIds[name as PropertyName], { type, bytes: () => bytes }];
      }),
    ),
  );

const message = (values: Values, recipients: Values[] = []) =>
  mapiMessage(properties(values), recipients.map(properties), []);
const bodyOf = (values: Values) => message(values).body.map(({ kind, content }) => [kind, content]);

/** RTF as Outlook packs it, without references to earlier text. */
function packed(rtf: string): Buffer {
  const text = Buffer.from(rtf, "latin1");
  const runs: Buffer[] = [];
  for (let at = 0; at < text.length; at += 8) runs.push(Buffer.from([0]), text.subarray(at, at + 8));
  const content = Buffer.concat(runs);
  const head = Buffer.alloc(16);
  head.writeUInt32LE(content.length + 12, 0);
  head.writeUInt32LE(text.length, 4);
  head.write("LZFu", 8, "latin1");
  return Buffer.concat([head, content]);
}

describe("people", () => {
  test("recipients are shown by their type, and those of other types not at all", () => {
    const person = (recipientType: number, name: string) => ({
      recipientType,
      displayName: name,
      smtpAddress: `${name}@x.example`,
    });
    const found = message({}, [person(0, "a"), person(1, "b"), person(2, "c"), person(3, "d"), person(1, "e")]);
    expect(found).toMatchObject({
      to: "b <b@x.example>; e <e@x.example>",
      cc: "c <c@x.example>",
      bcc: "d <d@x.example>",
    });
  });

  test("names that are only in one text are shown without their quotes", () => {
    const texts = { displayTo: "'Anna  Baker'; O'Neil", displayCc: "Post", displayBcc: " " };
    expect(message(texts)).toMatchObject({ to: "Anna Baker; O'Neil", cc: "Post", bcc: "" });
    const post = { recipientType: 1, displayName: "'Post'" };
    expect(message({ displayTo: "Other" }, [post]).to).toBe("Post");
  });

  test("an address of a recipient is the one that is an address of the internet", () => {
    const to = (values: Values) => message({}, [{ recipientType: 1, ...values }]).to;
    expect(to({ smtpAddress: "a@x.example", emailAddress: "b@x.example" })).toBe("a@x.example");
    expect(to({ smtpAddress: "/O=X/CN=A", emailAddress: "b@x.example" })).toBe("b@x.example");
    expect(to({ displayName: "Anna", emailAddress: "/O=X/CN=A" })).toBe("Anna");
    expect(to({ displayName: "Anna", emailAddress: "a@b@c" })).toBe("Anna");
  });

  test("the sender is the person on whose behalf the email was sent, with the first address of the internet", () => {
    expect(message({ representingName: "Anna", senderName: "Office", senderSmtpAddress: "o@x.example" }).from).toBe(
      "Anna <o@x.example>",
    );
    expect(message({ senderName: "Office\r\n 2", representingAddress: "r@x.example" }).from).toBe(
      "Office 2 <r@x.example>",
    );
    const both = { representingSmtpAddress: "/O=X", representingAddress: "r@x.example", senderAddress: "s@x.example" };
    expect(message(both).from).toBe("r@x.example");
    expect(message({ senderAddress: "EX" }).from).toBe("");
  });
});

test("a subject is shown as one line, without the mark and length of its prefix", () => {
  expect(message({ subject: "\u0001\u0005RE: May\r\n2026" }).subject).toBe("RE: May 2026");
  expect(message({ subject: "RE: May" }).subject).toBe("RE: May");
});

test("the date is that of the header, else when the email was submitted, delivered or made", () => {
  const [first, second, third] = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 4, day, 8, 5)));
  const all = { submitTime: first ?? "", deliveryTime: second ?? "", creationTime: third ?? "" };
  const { submitTime: _1, ...delivered } = all;
  const { deliveryTime: _2, ...made } = delivered;
  const transportHeaders = "Received: x\r\nDate: Thu, 26 Nov 2026 09:05:00 +0100\r\n";
  expect(message({ ...all, transportHeaders }).sent).toBe("26 Nov 2026, 09:05 (UTC+01:00)");
  expect(message({ ...all, transportHeaders: "Received: x" }).sent).toBe("1 May 2026, 08:05 (UTC)");
  expect(message(delivered).sent).toBe("2 May 2026, 08:05 (UTC)");
  expect(message(made).sent).toBe("3 May 2026, 08:05 (UTC)");
  expect(message({}).sent).toBe("");
});

describe("the text", () => {
  const htmlInRtf = packed("{\\rtf1\\ansi\\fromhtml1 {\\*\\htmltag64 <p>}rich{\\*\\htmltag72 </p>}}");
  const rtf = packed("{\\rtf1\\ansi rich}");

  test.each([
    ["HTML before text", { html: Buffer.from("<p>rich"), body: "plain", rtfCompressed: rtf }, ["html", "<p>rich"]],
    ["HTML that is stored as text", { html: "<p>rich", body: "plain" }, ["html", "<p>rich"]],
    ["text where the HTML is blank", { html: Buffer.from("<p> "), body: "plain" }, ["text", "plain"]],
    ["HTML in RTF before text", { body: "plain", rtfCompressed: htmlInRtf }, ["html", "<p>rich</p>"]],
    ["text before other RTF", { body: "plain", rtfCompressed: rtf }, ["text", "plain"]],
    ["other RTF where the text is blank", { body: " ", rtfCompressed: rtf }, ["text", "rich"]],
    ["text with line feeds", { body: "a\r\nb\rc\n" }, ["text", "a\nb\nc\n"]],
    ["text beside RTF that cannot be read", { body: "plain", rtfCompressed: Buffer.alloc(3) }, ["text", "plain"]],
    [
      "a sentence where it cannot be read",
      { rtfCompressed: Buffer.alloc(3) },
      ["text", "The text of this email could not be read."],
    ],
  ] as [string, Values, string[]][])("is %s", (_, values, expected) => expect(bodyOf(values)).toEqual([expected]));

  test("is missing where there is none, and where its RTF is blank", () => {
    expect(bodyOf({})).toEqual([]);
    expect(bodyOf({ rtfCompressed: packed("{\\rtf1\\ansi }"), html: "" })).toEqual([]);
  });

  test("in HTML is in the stated code page, else in the encoding that it states itself", () => {
    const html = Buffer.concat([Buffer.from('<meta charset="windows-1251">'), Buffer.from([0xe4])]);
    expect(bodyOf({ html })[0]?.[1]).toMatch(/д$/);
    expect(bodyOf({ html, internetCodepage: 1252 })[0]?.[1]).toMatch(/ä$/);
  });

  test("of 10 MB is read, and of one character more is refused", () => {
    const detail = "has a text of more than 10 MB. Save it as PDF and replace it.";
    const refused = expect.objectContaining({ reason: "too-large", detail });
    const content = "x".repeat(10 * MB);
    expect(bodyOf({ body: content })[0]?.[1]).toHaveLength(10 * MB);
    expect(() => message({ html: Buffer.from(`${content}x`) })).toThrow(refused);
  });
});

describe("an attachment", () => {
  const stored = (text: string, sizeBytes = text.length) => ({ pieces: [Buffer.from(text)], sizeBytes });
  const inside = (kind: Embedded["kind"], ...streams: string[]): Embedded => {
    return { kind, streams, sizeBytes: 6, pieces: () => [Buffer.from("inside")] };
  };
  const attachment = (values: Values, content?: ReturnType<typeof stored>, embedded?: Embedded) =>
    mapiAttachment(
      properties(values),
      () => content,
      () => embedded,
    );
  const text = (found: ReturnType<typeof attachment>) => Buffer.concat([...found.pieces()]).toString();

  test.each([
    [{ attachLongFilename: "long.pdf", attachFilename: "LONG~1.PDF", displayName: "x" }, "long.pdf"],
    [{ attachFilename: "LONG~1.PDF", displayName: "x" }, "LONG~1.PDF"],
    [{ displayName: "x", attachExtension: ".pdf" }, "x.pdf"],
    [{ displayName: "x.doc", attachExtension: ".pdf" }, "x.doc"],
    [{ displayName: "x", attachExtension: "pdf" }, "x"],
    [{ attachExtension: ".pdf" }, "Attachment.pdf"],
    [{}, ""],
  ] as [Values, string][])("with the properties %j is named %j", (values, name) => {
    expect(attachment(values, stored("x")).name).toBe(name);
  });

  test("that is stored by value has its content, type and Content-ID", () => {
    const values = { attachMimeTag: " Image/PNG ", attachContentId: "<logo@x>" };
    const found = attachment(values, stored("content"), inside("message"));
    expect(found).toMatchObject({ type: "image/png", contentId: "logo@x", sizeBytes: 7, isLink: false });
    expect(found.isDamaged).toBe(false);
    expect(text(found)).toBe("content");
  });

  test("that is a message or an object has what is inside", () => {
    const found = attachment({ attachMethod: 5, attachMimeTag: "a/b" }, stored("x"), inside("message"));
    expect(found).toMatchObject({ name: "Email.msg", type: "", sizeBytes: 6, isLink: false, isDamaged: false });
    expect(text(found)).toBe("inside");
    expect(attachment({ attachMethod: 5, displayName: "May" }, undefined, inside("message")).name).toBe("May.msg");
    expect(attachment({ attachMethod: 5, displayName: "May.MSG" }, undefined, inside("message")).name).toBe("May.MSG");
    expect(text(attachment({ attachMethod: 5 }, stored("stored")))).toBe("stored");
  });

  test.each([
    ["Workbook", "Sheet.xls", ""],
    ["Book", "Sheet.xls", ""],
    ["WORDDOCUMENT", "Sheet.doc", ""],
    ["PowerPoint Document", "Sheet.ppt", ""],
    ["CONTENTS", "Sheet", "application/x-ole-object"],
  ])("that is an object with a stream %s is %s", (stream, name, type) => {
    const values = { attachMethod: 6, displayName: "Sheet" };
    expect(attachment(values, undefined, inside("object", "\u0001Ole", stream))).toMatchObject({ name, type });
  });

  test("that is an object without a name is called so", () => {
    expect(attachment({ attachMethod: 6 }, undefined, inside("object")).name).toBe("Object");
    expect(attachment({ attachMethod: 6 }, undefined, inside("object", "Book")).name).toBe("Object.xls");
  });

  test.each([
    [0, false],
    [1, false],
    [2, true],
    [4, true],
    [5, false],
    [6, false],
    [7, true],
  ])("of the method %i without content: whether it is a link is %s", (attachMethod, isLink) => {
    expect(attachment({ attachMethod }).isLink).toBe(isLink);
    expect(attachment({ attachMethod }, stored("x")).isLink).toBe(false);
  });

  test("without a method is stored by value", () => expect(attachment({}).isLink).toBe(false));

  test("that lacks a part of its content is damaged, which its pieces tell at their end", () => {
    const found = attachment({}, stored("content", 8));
    expect(found.isDamaged).toBe(true);
    expect(found.sizeBytes).toBe(8);
    const pieces = found.pieces()[Symbol.iterator]();
    expect([pieces.next().value?.toString(), pieces.next().value?.length]).toEqual(["content", 0]);
    expect(() => pieces.next()).toThrow(expect.objectContaining({ reason: "damaged" }));
    const longer = attachment({}, stored("content", 6));
    expect(longer.isDamaged).toBe(false);
    expect(() => text(longer)).toThrow(expect.objectContaining({ reason: "damaged" }));
  });
});

test.each(["IPM.AbchPerson", "ipm.contact", "IPM.Contact.Custom", "IPM.TaskRequest.Accept"])(
  "an item of the class %s is refused",
  (messageClass) => {
    expect(() => refuseOtherItem(messageClass)).toThrow(expect.objectContaining({ reason: "unsupported" }));
  },
);

test.each(["", "IPM.Contacts", "IPM.Tasks", "REPORT.IPM.Task"])(
  "an item of the class %j is an email",
  (messageClass) => {
    expect(() => refuseOtherItem(messageClass)).not.toThrow();
  },
);
