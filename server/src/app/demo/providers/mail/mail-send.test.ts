import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { readMailSend } from "./mail-send.ts";

const request = {
  personalizations: [{ to: [{ email: "bright@dext.cc" }], custom_args: { delivery: "d1" } }],
  from: { email: "post@sheaf.example", name: "Anna" },
  subject: "Papers",
  content: [
    { type: "text/plain", value: "Hello" },
    { type: "text/html", value: "<p>Hello</p>" },
  ],
};
const read = async (body: object) => {
  const given = await readMailSend(JSON.stringify(body));
  return typeof given === "string" ? expect.fail(given) : given;
};

test("a send request becomes a message with text, HTML, attachments, headers and its delivery", async () => {
  const { facts, content } = await read({
    ...request,
    reply_to: { email: "anna@hartley.example", name: "Anna" },
    headers: { "Message-ID": "<one@sheaf.example>", "X-Sheaf": "yes" },
    attachments: [{ filename: "a.pdf", type: "application/pdf", content: "JVBERi0=" }],
  });
  expect(facts).toEqual({
    from: { name: "Anna", address: "post@sheaf.example" },
    to: "bright@dext.cc",
    replyTo: { name: "Anna", address: "anna@hartley.example" },
    subject: "Papers",
    text: "Hello",
    html: "<p>Hello</p>",
    attachments: [{ name: "a.pdf", sizeBytes: 5 }],
    deliveryId: "d1",
  });
  const email = await PostalMime.parse(content);
  expect(email).toMatchObject({
    messageId: "<one@sheaf.example>",
    from: { address: "post@sheaf.example", name: "Anna" },
    replyTo: [{ address: "anna@hartley.example" }],
  });
  expect(email.headers.find(({ key }) => key === "x-sheaf")?.value).toBe("yes");
  expect([email.text?.trim(), email.html?.trim()]).toEqual(["Hello", "<p>Hello</p>"]);
});

test("a message with text alone has no HTML, no reply address and no delivery, and gets an id", async () => {
  const { facts, content } = await read({
    ...request,
    personalizations: [{ to: [{ email: "bright@dext.cc" }] }],
    from: { email: "post@sheaf.example" },
    content: [{ type: "text/plain", value: "Hello" }],
  });
  expect(facts).toMatchObject({ html: "", replyTo: null, deliveryId: null, attachments: [] });
  const email = await PostalMime.parse(content);
  expect([email.text?.trim(), email.html]).toEqual(["Hello", undefined]);
  expect(email.messageId).toMatch(/^<.+@.+>$/);
});

test("a message with HTML alone has no text", async () => {
  const { facts } = await read({ ...request, content: [{ type: "text/html", value: "<p>Hi</p>" }] });
  expect([facts.text, facts.html]).toEqual(["", "<p>Hi</p>"]);
});

test.each([
  ["an empty subject", { ...request, subject: "" }],
  ["no content", { ...request, content: [] }],
  ["empty content", { ...request, content: [{ type: "text/plain", value: "" }] }],
  ["an attachment without a name", { ...request, attachments: [{ filename: "", content: "JVBERi0=" }] }],
  ["a recipient without an @", { ...request, personalizations: [{ to: [{ email: "bright" }] }] }],
])("a send request with %s is refused with a sentence", async (_what, body) => {
  expect(await readMailSend(JSON.stringify(body))).toEqual(expect.any(String));
});
