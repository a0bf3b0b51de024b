import { MB } from "@sheaf/contracts/limits.ts";
import { ConvertError } from "../converter.ts";
import { type Mailbox, shownMailboxes } from "./addresses.ts";
import { isBlankBody } from "./blank-body.ts";
import { decodeLabelled } from "./charset.ts";
import { decodeValue, fieldValue, parseFields } from "./header-fields.ts";
import { htmlCharset } from "./html-words.ts";
import { codepageLabel, type Properties } from "./mapi-properties.ts";
import { type Attachment, type BodyText, type EmailMessage, objectType } from "./message.ts";
import { rtfBody } from "./rtf-body.ts";
import { decompressRtf } from "./rtf-compression.ts";
import { sentDate, sentMoment } from "./sent-date.ts";

/** Far more than anybody writes. The body is in memory at once, unlike attachments. */
const maxBodyBytes = 10 * MB;

/** Items of Outlook that are no emails, by the beginning of their message class ([MS-OXOCFG], [MS-OXOCNTC] …). */
const otherItems: [RegExp, string][] = [
  [/^ipm\.(abchperson|contact)\b/i, "an Outlook contact"],
  [/^ipm\.distlist\b/i, "an Outlook contact group"],
  [/^ipm\.appointment\b/i, "an Outlook appointment"],
  [/^ipm\.task(request)?\b/i, "an Outlook task"],
  [/^ipm\.stickynote\b/i, "an Outlook note"],
  [/^ipm\.activity\b/i, "an Outlook journal entry"],
];

/** @throws ConvertError unsupported: an item of Outlook that is no email */
export function refuseOtherItem(messageClass: string): void {
  const found = otherItems.find(([pattern]) => pattern.test(messageClass));
  if (found) throw new ConvertError("unsupported", `is ${found[1]}. Export it as PDF and replace it.`);
}

/** Makes an email of its properties in Outlook's format and those of its recipients. */
export function mapiMessage(message: Properties, recipients: Properties[], attachments: Attachment[]): EmailMessage {
  const to = (type: number) =>
    shownMailboxes(recipients.filter((one) => one.number("recipientType") === type).map(recipient));
  return {
    from: shownMailboxes([sender(message)]),
    to: to(1) || names(message.text("displayTo")),
    cc: to(2) || names(message.text("displayCc")),
    bcc: to(3) || names(message.text("displayBcc")),
    sent: sentIn(message),
    subject: oneLine(withoutPrefixMark(message.text("subject"))),
    body: bodyOf(message),
    attachments,
  };
}

/** A subject may begin with a mark and the length of its prefix ([MS-OXCMSG] 2.2.1.46). */
const withoutPrefixMark = (subject: string): string => (subject.startsWith("\u0001") ? subject.slice(2) : subject);

/** Names that are known only as one text, some of them in quotes. */
const names = (text: string): string =>
  shownMailboxes(text.split(";").map((one) => ({ name: withoutQuotes(oneLine(one)), address: "" })));

const withoutQuotes = (text: string): string => text.replaceAll(/^'|'$/g, "");

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

function sender(message: Properties): Mailbox {
  const name = message.text("representingName") || message.text("senderName");
  const addresses = (
    ["representingSmtpAddress", "senderSmtpAddress", "representingAddress", "senderAddress"] as const
  ).map((one) => message.text(one));
  return { name: oneLine(name), address: addresses.find(isAddress) ?? "" };
}

function recipient(one: Properties): Mailbox {
  const address = [one.text("smtpAddress"), one.text("emailAddress")].find(isAddress) ?? "";
  return { name: withoutQuotes(oneLine(one.text("displayName"))), address };
}

/** Addresses within an organisation are long names of directories, which tell a reader nothing. */
const isAddress = (text: string): boolean => /^[^@\s/]+@[^@\s]+$/.test(text);

function sentIn(message: Properties): string {
  const written = fieldValue(parseFields(Buffer.from(message.text("transportHeaders"))), "date");
  if (written) return sentDate(decodeValue(written));
  const moment = message.time("submitTime") ?? message.time("deliveryTime") ?? message.time("creationTime");
  return moment ? sentMoment(moment) : "";
}

/** Returns the text of a message: HTML where there is some, else text, else what is only in RTF ([MS-OXBBODY]). */
function bodyOf(message: Properties): BodyText[] {
  const html = htmlIn(message);
  if (html && !isBlankBody(html)) return [html];
  const compressed = message.binary("rtfCompressed");
  const rtf = compressed && decompressRtf(compressed, maxBodyBytes);
  const rich = rtf ? rtfBody(rtf) : null;
  const plain = withinLimit({ kind: "text", content: message.text("body").replaceAll(/\r\n?/g, "\n") });
  const candidates = rich?.kind === "html" ? [rich, plain] : [plain, rich];
  const best = candidates.find((one) => one !== null && !isBlankBody(one));
  if (best) return [best];
  return compressed && !rich ? [{ kind: "text", content: "The text of this email could not be read." }] : [];
}

function htmlIn(message: Properties): BodyText | null {
  const bytes = message.binary("html");
  if (!bytes) {
    const content = message.text("html");
    return content === "" ? null : withinLimit({ kind: "html", content });
  }
  const charset = codepageLabel(message.number("internetCodepage")) || htmlCharset(bytes);
  return withinLimit({ kind: "html", content: decodeLabelled(bytes, charset) });
}

function withinLimit(text: BodyText): BodyText {
  if (text.content.length <= maxBodyBytes) return text;
  const detail = `has a text of more than ${maxBodyBytes / MB} MB. Save it as PDF and replace it.`;
  throw new ConvertError("too-large", detail);
}

/** How an attachment is stored ([MS-OXCMSG] 2.2.2.9); the other ways are references to files elsewhere. */
const [byValue, embeddedMessage, oleObject] = [1, 5, 6];

/** What an attachment contains that is not a file as it is. */
export interface Embedded {
  kind: "message" | "object";
  /** Names of the streams of an object. */
  streams: string[];
  sizeBytes: number;
  pieces(): Iterable<Buffer>;
}

/** The content of an attachment that is stored by value, with the size that is stated. */
export interface StoredContent {
  pieces: Buffer[];
  sizeBytes: number;
}

/**
 * Makes an attachment of its properties.
 * @param stored returns the content of one that is stored by value
 * @param embedded reads an attached message or object
 */
export function mapiAttachment(
  properties: Properties,
  stored: () => StoredContent | undefined,
  embedded: () => Embedded | undefined,
): Attachment {
  const method = properties.number("attachMethod") ?? byValue;
  const inner = method === embeddedMessage || method === oleObject ? embedded() : undefined;
  const content = inner ? none : (stored() ?? none);
  return {
    name: attachmentNameIn(properties, inner),
    type: inner ? embeddedType(inner) : properties.text("attachMimeTag").trim().toLowerCase(),
    contentId: properties.text("attachContentId").replaceAll(/^<|>$/g, ""),
    sizeBytes: inner?.sizeBytes ?? content.sizeBytes,
    pieces: () => inner?.pieces() ?? storedPieces(content),
    isLink: !inner && content.sizeBytes === 0 && ![byValue, embeddedMessage, oleObject, 0].includes(method),
    isDamaged: lengthOf(content) < content.sizeBytes,
  };
}

const none: StoredContent = { pieces: [], sizeBytes: 0 };
const lengthOf = ({ pieces }: StoredContent): number => pieces.reduce((sum, piece) => sum + piece.length, 0);

function* storedPieces(content: StoredContent): Generator<Buffer> {
  yield* content.pieces;
  if (lengthOf(content) === content.sizeBytes) return;
  yield Buffer.alloc(0); // so that the type can be asked before the fault is met
  throw new ConvertError("damaged");
}

/** Documents of Office programs that were put into a text, by a stream of theirs. */
const objectKinds: Record<string, string> = {
  workbook: "xls",
  book: "xls",
  worddocument: "doc",
  "powerpoint document": "ppt",
};
const objectExtension = ({ streams }: Embedded): string | undefined =>
  streams.flatMap((name) => objectKinds[name.toLowerCase()] ?? [])[0];

/** Other objects are mostly pictures in a format of Windows, without a file's header. */
const embeddedType = (inner: Embedded): string =>
  inner.kind === "message" || objectExtension(inner) ? "" : objectType;

function attachmentNameIn(properties: Properties, inner: Embedded | undefined): string {
  const name =
    properties.text("attachLongFilename") || properties.text("attachFilename") || properties.text("displayName");
  if (inner?.kind === "object") return [name || "Object", objectExtension(inner) ?? []].flat().join(".");
  if (inner) return /\.msg$/i.test(name) ? name : `${name || "Email"}.msg`;
  const extension = properties.text("attachExtension");
  return name.includes(".") || !extension.startsWith(".") ? name : `${name || "Attachment"}${extension}`;
}
