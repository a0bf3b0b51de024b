import { safeFileName, unseen } from "@sheaf/contracts/file-names.ts";
import { neverEncodedWord } from "./encoded-word.ts";
import { MailError, type MailMessage } from "./transport.ts";

/** Matches exactly one address: no list, no name, no comment, no line break. */
const oneAddress = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u;

/**
 * Cleans a message so that no name, subject or address can be misread by mail programs. User input is validated on
 * entry; this covers values stored by an import, an older version or another program.
 * @throws MailError `permanent` when the recipient is not exactly one address
 */
export function cleanMessage(message: MailMessage): MailMessage {
  const { from, to, replyTo, subject, attachments = [] } = message;
  if (!oneAddress.test(to)) {
    const words = `“${inOneLine(to)}” is not one email address. Correct it and send again.`;
    throw new MailError("permanent", words, { code: "recipient", cause: undefined });
  }
  const { replyTo: _, ...rest } = message;
  return {
    ...rest,
    from: { name: cleanName(from.name), address: from.address },
    ...(replyTo && oneAddress.test(replyTo.address) ? { replyTo: { ...replyTo, name: cleanName(replyTo.name) } } : {}),
    subject: inOneLine(subject),
    attachments: attachments.map((attachment) => ({ ...attachment, name: fileName(attachment.name) })),
  };
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ").replaceAll(unseen, "").toWellFormed().trim();
}

/**
 * Some programs decode "=?utf-8?B?…?=" anywhere, also within quotes and in the name under which an attachment is saved.
 */
const cleanName = (name: string): string => neverEncodedWord(inOneLine(name));
const fileName = (name: string): string => neverEncodedWord(safeFileName(name));
