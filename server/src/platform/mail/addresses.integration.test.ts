import { email } from "@sheaf/contracts/fields.ts";
import { afterEach, expect, test } from "vitest";
import { startMailServer } from "../../../testing/mail/mail-server.ts";
import { openSmtp } from "./smtp.ts";
import type { MailMessage } from "./transport.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const aMessage = (to: string): MailMessage => ({
  practiceId: null,
  from: { name: "Hartley & Wren", address: "post@sheaf.example" },
  to,
  subject: "October papers",
  text: "Dear bookkeeper",
});

async function sendTo(to: string, options: Parameters<typeof startMailServer>[0] = {}) {
  const inbox = await startMailServer(options);
  closers.push(inbox.close);
  const transport = openSmtp({ url: inbox.url, dkim: undefined, maxBytes: 1_000_000 });
  closers.push(transport.close);
  await transport.send(aMessage(to));
  return inbox.raw[0];
}

test("the email field refuses non-ASCII letters, both before the @ and in the domain", () => {
  for (const address of ["müller@books.example", "inbox@müller.example"]) {
    expect(email.safeParse(address).error?.issues).toMatchObject([{ message: "Enter a valid email address" }]);
  }
});

test("a domain with non-ASCII letters is sent in Punycode in the header", async () => {
  const sent = await sendTo("inbox@müller.example");
  expect(sent?.recipients).toEqual(["inbox@müller.example"]);
  expect(sent?.content.toString()).toContain("\r\nTo: inbox@xn--mller-kva.example\r\n");
});

test("a server with SMTPUTF8 receives non-ASCII letters before the @", async () => {
  const sent = await sendTo("müller@books.example", { hideSMTPUTF8: false });
  expect(sent).toMatchObject({ recipients: ["müller@books.example"] });
});

test("a refusal by a server without SMTPUTF8 quotes the server and explains the cause", async () => {
  const refused = Object.assign(new Error("5.1.3 Bad recipient address syntax"), { responseCode: 553 });
  const sending = sendTo("müller@books.example", { onRcptTo: (_address, _session, done) => done(refused) });
  await expect(sending).rejects.toMatchObject({
    failure: "permanent",
    message:
      "553 5.1.3 Bad recipient address syntax — Of müller@books.example, the part before the @ has letters beyond a to z, which this mail server does not take. Ask for an address without them.",
  });
});
