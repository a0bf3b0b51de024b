import { safeFileName, unseen } from "@sheaf/contracts/file-names.ts";
import { neverEncodedWord } from "./encoded-word.ts";
import { MailError, type MailMessage } from "./transport.ts";

/** One address and nothing around it: no list, no name, no comment, no line break. */
const oneAddress = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u;

/**
 * A message in which no name, subject or address can be read as something else on its way. What people type is checked
 * when it comes in; this is for what an import, an older version or another program has left in a row.
 * @throws MailError `permanent` when its recipient is not one address
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
 * Some programs decode "=?utf-8?B?…?=" wherever they find it: in quotes, too, and in the name a file is saved under.
 */
const cleanName = (name: string): string => neverEncodedWord(inOneLine(name));
const fileName = (name: string): string => neverEncodedWord(safeFileName(name));
