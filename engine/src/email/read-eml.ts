import { MB } from "@sheaf/contracts/limits.ts";
import { addressParser } from "postal-mime";
import { ConvertError } from "../converter.ts";
import { shownMailboxes } from "./addresses.ts";
import { isBlankBody } from "./blank-body.ts";
import { decodeLabelled } from "./charset.ts";
import { decodeFlowed } from "./flowed.ts";
import { decodeValue, type Field, fieldValue } from "./header-fields.ts";
import { htmlCharset } from "./html-words.ts";
import type { Attachment, BodyText, EmailMessage } from "./message.ts";
import { type Part, readParts } from "./mime-parts.ts";
import { sentDate } from "./sent-date.ts";
import { decodedBytes, decodeTransfer, decodeWhole } from "./transfer-encoding.ts";

/** Far more than anybody writes. The body is in memory at once, unlike attachments. */
const maxBodyBytes = 10 * MB;

/**
 * Reads an email (RFC 5322, MIME).
 * @param bytes in any encoding whose line ends are those of ASCII
 * @throws ConvertError unsupported: encrypted, or a piece of an email; too-large
 */
export function readEml(bytes: Buffer): EmailMessage {
  const root = readParts(bytes);
  refuseUnreadable(root);
  const { fields } = root;
  const found: Found = { body: [], attachments: [], bodyBytes: 0 };
  collect(root, found, true);
  return {
    from: addresses(fields, "from") || addresses(fields, "sender"),
    to: addresses(fields, "to"),
    cc: addresses(fields, "cc"),
    bcc: addresses(fields, "bcc"),
    sent: sentDate(decodeValue(fieldValue(fields, "date") ?? "")),
    subject: decodeValue(fieldValue(fields, "subject") ?? ""),
    body: found.body,
    attachments: found.attachments,
  };
}

function refuseUnreadable({ type }: Part): void {
  const isEnveloped =
    /^application\/(x-)?pkcs7-mime$/.test(type.value) && /^enveloped-data$/i.test(type.params.get("smime-type") ?? "");
  if (isEnveloped || type.value === "multipart/encrypted") {
    const detail = "is encrypted for its recipient. Open it in your mail program, save what is inside and add that.";
    throw new ConvertError("unsupported", detail);
  }
  if (type.value === "message/partial") {
    const detail = "is one piece of an email that was sent in several. Ask for the whole email and replace it.";
    throw new ConvertError("unsupported", detail);
  }
}

function addresses(fields: Field[], name: string): string {
  const value = fields.flatMap((field) => (field.name === name ? [field.value] : [])).join(", ");
  return shownMailboxes(addressParser(value, { flatten: true }).map(({ name, address = "" }) => ({ name, address })));
}

interface Found {
  body: BodyText[];
  attachments: Attachment[];
  bodyBytes: number;
}

/** @param showsText whether texts are part of the body: those of an alternative that is not shown are not */
function collect(part: Part, found: Found, showsText: boolean): void {
  const { value } = part.type;
  if (!value.startsWith("multipart/") || part.parts.length === 0) {
    collectLeaf(part, found, showsText);
  } else if (value === "multipart/alternative") {
    const best = bestAlternative(part.parts);
    for (const one of part.parts) collect(one, found, showsText && one === best);
  } else if (value === "multipart/signed") {
    const [signed, ...signatures] = part.parts;
    if (signed) collect(signed, found, showsText);
    for (const one of signatures) found.attachments.push(attachmentOf(one));
  } else {
    for (const one of part.parts) collect(one, found, showsText);
  }
}

/** Types that mail programs write as further alternatives of the same text. */
const otherTexts = /^text\/(plain|html|enriched|richtext|x-amp-html|watch-html|x-web-intelligence)$/;

function collectLeaf(part: Part, found: Found, showsText: boolean): void {
  // Older programs name an attachment in its type only, but some name the text of the email there as well.
  const isNamed =
    part.disposition?.params.has("filename") === true || (part.type.params.has("name") && found.body.length > 0);
  const isAttachment = part.disposition?.value === "attachment" || isNamed;
  if (isAttachment || !isText(part)) {
    if (isAttachment || showsText || !otherTexts.test(part.type.value)) found.attachments.push(attachmentOf(part));
    return;
  }
  if (!showsText) return;
  const bytes = decodeWhole(part.body, part.encoding);
  found.bodyBytes += bytes.length;
  if (found.bodyBytes > maxBodyBytes) {
    const detail = `has a text of more than ${maxBodyBytes / MB} MB. Save it as PDF and replace it.`;
    throw new ConvertError("too-large", detail);
  }
  found.body.push(textOf(part, bytes));
}

/** A multipart without parts is damaged; its content is shown as text. */
const isText = ({ type }: Part): boolean => /^(text\/(plain|html)|text|multipart\/.*)?$/.test(type.value);

function textOf({ type }: Part, bytes: Buffer): BodyText {
  const charset = type.params.get("charset");
  if (type.value === "text/html") {
    return { kind: "html", content: decodeLabelled(bytes, charset ?? htmlCharset(bytes)) };
  }
  // Programs that encode the carriage return as well ("=0D") send two of them.
  const text = decodeLabelled(bytes, charset).replaceAll(/(?<!\r)\r+\n|\r/g, "\n");
  const isFlowed = type.params.get("format")?.toLowerCase() === "flowed";
  return {
    kind: "text",
    content: isFlowed ? decodeFlowed(text, type.params.get("delsp")?.toLowerCase() === "yes") : text,
  };
}

/**
 * Returns the alternative to show: the last one with HTML, as the sender prefers it, else the last one with text. One
 * that says nothing is shown only when there is no other.
 */
function bestAlternative(parts: Part[]): Part | undefined {
  const readable = parts.filter((part) => leaves(part).some((leaf) => isText(leaf) && !isBlankText(leaf)));
  const inHtml = readable.filter((part) => leaves(part).some(({ type }) => type.value === "text/html"));
  return inHtml.at(-1) ?? readable.at(-1) ?? parts.findLast((part) => leaves(part).some(isText));
}

const leaves = (part: Part): Part[] => (part.parts.length === 0 ? [part] : part.parts.flatMap(leaves));

/** Results by part, because alternatives may be nested. */
const blankTexts = new WeakMap<Part, boolean>();

function isBlankText(part: Part): boolean {
  const known = blankTexts.get(part);
  if (known !== undefined) return known;
  const isBlankOne = isBlankBody(textOf(part, decodeWhole(part.body.subarray(0, maxBodyBytes), part.encoding)));
  blankTexts.set(part, isBlankOne);
  return isBlankOne;
}

function attachmentOf(part: Part): Attachment {
  const { type, disposition, fields, body, encoding } = part;
  return {
    name: disposition?.params.get("filename") ?? type.params.get("name") ?? "",
    type: type.value,
    contentId: (fieldValue(fields, "content-id") ?? "").replaceAll(/^<|>$/g, ""),
    sizeBytes: decodedBytes(body, encoding),
    pieces: () => decodeTransfer(body, encoding),
    isLink: false,
    isDamaged: false,
  };
}
