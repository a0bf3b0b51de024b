import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { checkDkim } from "../../../testing/mail/dkim.ts";
import { startMailServer } from "../../../testing/mail/mail-server.ts";
import { openSmtp } from "./smtp.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** Sends an email with two attachments and returns it as received by the server. */
async function arrived(): Promise<Buffer> {
  const inbox = await startMailServer();
  closers.push(inbox.close);
  const dkim = { domain: "sheaf.example", selector: "post", privateKey: pem };
  const transport = openSmtp({ url: inbox.url, dkim, maxBytes: 1_000_000 });
  closers.push(transport.close);
  const folder = await mkdtemp(join(tmpdir(), "sheaf-mail-"));
  closers.push(() => rm(folder, { recursive: true }));
  const path = join(folder, "0.pdf");
  await writeFile(path, Buffer.alloc(300_000, "%PDF- content\n"));
  const attachment = { type: "application/pdf", sizeBytes: 300_000, path };
  await transport.send({
    practiceId: null,
    from: { name: "Müller & Söhne – Steuerberatung und Buchhaltung im Süden", address: "post@sheaf.example" },
    to: "bakery@dext.example",
    replyTo: { name: "Priya Nair", address: "priya@hartley.example" },
    subject:
      "October  papers – ½ year, with a subject so long that it has to be folded into several lines of its header",
    text: "Dear bookkeeper  \n\n.\n..\nRegards\n\n\n",
    html: "<p>Dear bookkeeper</p>\n\n",
    messageId: "delivery-1@sheaf.example",
    attachments: [
      { ...attachment, name: "Müller & Söhne.pdf" },
      { ...attachment, name: "second.pdf" },
    ],
  });
  const [message] = inbox.raw;
  if (!message) throw new Error("Nothing arrived");
  return message.content;
}

test("an email sent by SMTP has a valid DKIM signature of the domain over headers and body", async () => {
  const { body, headers, tags } = checkDkim(await arrived(), publicKey);

  expect({ body, headers }).toEqual({ body: true, headers: true });
  expect(tags).toMatchObject({ d: "sheaf.example", s: "post", a: "rsa-sha256", c: "relaxed/relaxed" });
  expect(tags.h?.toLowerCase().split(":")).toEqual(
    expect.arrayContaining(["from", "to", "subject", "reply-to", "message-id", "date", "mime-version", "content-type"]),
  );
});

test("a change of headers or body invalidates the signature", async () => {
  const content = await arrived();
  const changed = (from: string, to: string) => Buffer.from(content.toString("latin1").replace(from, to), "latin1");

  expect(checkDkim(changed("bakery@dext.example", "thief@dext.example"), publicKey)).toMatchObject({ headers: false });
  expect(checkDkim(changed("Regards", "Refunds"), publicKey)).toMatchObject({ body: false, headers: true });
});
