import { ConvertError } from "../converter.ts";
import { memorySource } from "../signed/byte-source.ts";
import { isCryptographicMessage, signedContent } from "../signed/signed-content.ts";
import { isBlankBody } from "./blank-body.ts";
import { asciiLines, isEmlStart } from "./eml-start.ts";
import { type Attachment, contentOf, type EmailMessage, headOf } from "./message.ts";
import { readEml } from "./read-eml.ts";
import { isTnef, readTnef } from "./read-tnef.ts";

/** A signed message in a signed message in "winmail.dat" is unusual, but possible. */
const maxDepth = 3;

const headBytes = 16_384;

/**
 * Replaces attachments that only wrap the message by what they hold: "winmail.dat", and the signed message of S/MIME.
 * The text inside is shown when the message has none itself, because it is usually the same. A wrapper that cannot be
 * read stays an attachment.
 * @throws ConvertError unsupported: encrypted
 */
export function unwrapped(message: EmailMessage, depth = 0): EmailMessage {
  if (depth === maxDepth) return message;
  const isAll = message.attachments.length === 1 && message.body.every(isBlankBody);
  const inside = message.attachments.map((one) => messageIn(one, isAll, depth));
  const texts = [message.body, ...inside.flatMap((one) => (one ? [one.body] : []))];
  return {
    ...message,
    body: texts.find((body) => body.some((part) => !isBlankBody(part))) ?? message.body,
    attachments: message.attachments.flatMap((one, index) => inside[index]?.attachments ?? [one]),
  };
}

/** @param isAll whether the message holds nothing else: then it is refused like its wrapper */
function messageIn(attachment: Attachment, isAll: boolean, depth: number): EmailMessage | null {
  const read = readerOf(attachment);
  if (!read) return null;
  try {
    return unwrapped(read(contentOf(attachment)), depth + 1);
  } catch (error) {
    if (!(error instanceof ConvertError) || (isAll && error.reason === "unsupported")) throw error;
    return null;
  }
}

/** An email that was attached to another one in Outlook has the same format under other names, and is no wrapper. */
const wrapperType = /^application\/(vnd\.)?ms-tnef$/;
const wrapperName = /^((win|noname)mail|att\d*)\.(dat|bin)$|^$/i;

function readerOf(attachment: Attachment): ((content: Buffer) => EmailMessage) | null {
  const head = headOf(attachment);
  const { type, name } = attachment;
  if (isTnef(head)) return wrapperType.test(type) || wrapperName.test(name) ? readTnef : null;
  if (!/^(application\/(x-)?pkcs7-mime|multipart\/signed)$/.test(type) && !/\.p7m$/i.test(name)) return null;
  if (isCryptographicMessage(head)) return readSigned;
  return isEmlStart(head, true) ? (content) => readEml(asciiLines(content)) : null;
}

function readSigned(bytes: Buffer): EmailMessage {
  const content = Buffer.concat([...signedContent(memorySource(bytes)).pieces()]);
  if (!isEmlStart(content.subarray(0, headBytes), true)) throw new ConvertError("damaged"); // a document, not a message
  return readEml(asciiLines(content));
}
