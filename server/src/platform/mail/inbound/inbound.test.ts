import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { mailboxOf } from "./inbound-email.ts";
import { readMailgunInbound } from "./mailgun-inbound.ts";
import { readPostmarkInbound } from "./postmark-inbound.ts";

test.each([
  ["Bob Lee <bob@x>", "Bob Lee", "bob@x"],
  ['"Lee, Bob" <bob@x> ', "Lee, Bob", "bob@x"],
  ["<bob@x>", "", "bob@x"],
  [" bob@x ", "", "bob@x"],
  ["Bob <bob @x>", "", "Bob <bob @x>"],
])("“%s” is the mailbox of “%s”, %s", (header, name, address) => {
  expect(mailboxOf(header)).toEqual({ name, address });
});

const now = new Date("2026-11-20T12:00:00Z");
const timestamp = String(now.getTime() / 1000);

function mailgun(fields: Record<string, string>, key = "key") {
  const signature = createHmac("sha256", key).update(`${timestamp}token`).digest("hex");
  return readMailgunInbound({ timestamp, token: "token", signature, ...fields }, ["a.pdf"], { key: "key", now });
}

test("an email from Mailgun is read", () => {
  const fields = {
    "Message-Id": "m1",
    recipient: "a@in,b@in",
    from: "Bob <bob@x>",
    sender: "bounce@x",
    subject: "Re",
    "body-plain": "Hi\n> old",
    "stripped-text": "Hi",
  };
  expect(mailgun(fields)).toEqual({
    name: "m1",
    recipients: ["a@in", "b@in"],
    from: { name: "Bob", address: "bob@x" },
    subject: "Re",
    text: "Hi\n> old",
    unquotedText: "Hi",
    attachments: ["a.pdf"],
  });
});

test("what an email from Mailgun does not have is empty, or stands elsewhere", () => {
  expect(mailgun({})).toMatchObject({ name: "token", recipients: [""], from: { address: "" }, subject: "", text: "" });
  expect(mailgun({ from: "", sender: "bob@x", "body-plain": "Hi", "stripped-text": "" })).toMatchObject({
    from: { name: "", address: "bob@x" },
    unquotedText: "Hi",
  });
});

test("a form that Mailgun did not sign is refused", () => {
  expect(() => mailgun({}, "other")).toThrow(expect.objectContaining({ code: "forged-event" }));
  expect(() => readMailgunInbound({}, [], { key: "key", now })).toThrow(
    expect.objectContaining({ code: "forged-event" }),
  );
});

test("an email from Postmark is read", () => {
  const body = {
    MessageID: "postmark",
    Headers: [
      { Name: "X-Other", Value: "x" },
      { Name: "Message-ID", Value: "<m1>" },
    ],
    OriginalRecipient: "a@in",
    ToFull: [{ Email: "a@in" }, { Email: "" }],
    CcFull: [{ Email: "c@in" }],
    BccFull: [{ Email: "d@in" }],
    From: "old@x",
    FromFull: { Name: "Bob", Email: "bob@x" },
    Subject: "Re",
    TextBody: "Hi\n> old",
    StrippedTextReply: "Hi",
    Attachments: [{ Name: "a.pdf" }, {}],
  };
  expect(readPostmarkInbound(body)).toEqual({
    name: "<m1>",
    recipients: ["a@in", "a@in", "c@in", "d@in"],
    from: { name: "Bob", address: "bob@x" },
    subject: "Re",
    text: "Hi\n> old",
    unquotedText: "Hi",
    attachments: ["a.pdf", ""],
  });
});

test("what an email from Postmark does not have is empty, or stands elsewhere", () => {
  const nothing = { name: "", recipients: [], from: { name: "", address: "" }, subject: "", text: "", attachments: [] };
  for (const body of [{}, null, "text", { ToFull: "x", Headers: 1 }]) {
    expect(readPostmarkInbound(body)).toEqual({ ...nothing, unquotedText: "" });
  }
  expect(readPostmarkInbound({ MessageID: "m", From: "bob@x", TextBody: "Hi" })).toMatchObject({
    name: "m",
    from: { name: "", address: "bob@x" },
    unquotedText: "Hi",
  });
});
