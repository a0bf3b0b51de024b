import { defined } from "@sheaf/contracts/defined.ts";
import { createTransport } from "nodemailer";
import { headersOf } from "../encoded-word.ts";
import type { MailMessage } from "../transport.ts";

const builder = createTransport({ streamTransport: true, buffer: true, newline: "windows", disableUrlAccess: true });

/** Converts a message to nodemailer's format. */
export function nodemailerMessage({
  from,
  to,
  replyTo,
  subject,
  text,
  html,
  messageId,
  attachments = [],
}: MailMessage) {
  return {
    from,
    to: { name: "", address: to },
    text,
    ...defined({ html, replyTo, messageId: messageId && `<${messageId}>` }),
    attachments: attachments.map(({ name, type, path }) => ({ filename: name, contentType: type, path })),
    ...headersOf(subject),
  };
}

/** Builds the complete MIME message, for providers that accept one. */
export async function mimeOf(message: MailMessage): Promise<Buffer> {
  const built = await builder.sendMail(nodemailerMessage(message));
  if (!Buffer.isBuffer(built.message)) throw new Error("The message was not built in memory");
  return built.message;
}
