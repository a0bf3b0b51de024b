import { createTransport } from "nodemailer";
import { z } from "zod";
import { parseJson } from "../../../../platform/parse-json.ts";
import type { MailMessage } from "./message.ts";

const person = z.object({ email: z.email(), name: z.string().default("") });

/** The part of the request body of SendGrid's v3 Mail Send that Sheaf uses: one recipient. */
const mailSend = z.object({
  personalizations: z.tuple([
    z.object({
      // Addresses of the demonstration may contain characters that z.email() does not accept; the inbox decides.
      to: z.tuple([z.object({ email: z.string().includes("@") })]),
      custom_args: z.object({ delivery: z.string() }).partial().default({}),
    }),
  ]),
  from: person,
  reply_to: person.optional(),
  subject: z.string().min(1),
  content: z.array(z.object({ type: z.enum(["text/plain", "text/html"]), value: z.string().min(1) })).min(1),
  headers: z.record(z.string(), z.string()).default({}),
  attachments: z
    .array(z.object({ filename: z.string().min(1), type: z.string().optional(), content: z.base64() }))
    .default([]),
});

/** A message from a send request. */
export interface Given {
  facts: Omit<MailMessage, "id" | "at" | "state" | "nextTryAt" | "answers" | "unreported">;
  /** The raw message. */
  content: Buffer;
}

const builder = createTransport({ streamTransport: true, buffer: true, newline: "windows", disableUrlAccess: true });

/** Parses the body of a send request. @returns the message, or one sentence that says what is wrong with it */
export async function readMailSend(body: string): Promise<Given | string> {
  const parsed = mailSend.safeParse(parseJson(body));
  if (!parsed.success) return z.prettifyError(parsed.error).replaceAll(/\s+/g, " ");
  const { personalizations, from, reply_to: replyTo, subject, content, headers, attachments } = parsed.data;
  const [{ to, custom_args: about }] = personalizations;
  const partOf = (type: string) => content.find((part) => part.type === type)?.value ?? "";
  const { "Message-ID": messageId, ...otherHeaders } = headers;
  const files = attachments.map(({ filename, type, content: base64 }) => ({
    filename,
    contentType: type,
    content: Buffer.from(base64, "base64"),
  }));
  const sender = { name: from.name, address: from.email };
  const replyToAddress = replyTo ? { name: replyTo.name, address: replyTo.email } : null;
  const text = partOf("text/plain");
  const html = partOf("text/html");
  const built = await builder.sendMail({
    from: sender,
    to: { name: "", address: to[0].email },
    subject,
    headers: otherHeaders,
    attachments: files,
    ...(text ? { text } : {}),
    ...(html ? { html } : {}),
    ...(replyToAddress ? { replyTo: replyToAddress } : {}),
    ...(messageId ? { messageId } : {}),
  });
  if (!Buffer.isBuffer(built.message)) throw new Error("The message was not built in memory");
  return {
    content: built.message,
    facts: {
      from: sender,
      to: to[0].email,
      replyTo: replyToAddress,
      subject,
      text,
      html,
      attachments: files.map((file) => ({ name: file.filename, sizeBytes: file.content.length })),
      deliveryId: about.delivery ?? null,
    },
  };
}
