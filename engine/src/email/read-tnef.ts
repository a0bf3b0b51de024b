import { containerLimits } from "@sheaf/contracts/limits.ts";
import { attempt } from "../attempt.ts";
import { ConvertError } from "../converter.ts";
import { readCompoundFile } from "../detect/compound.ts";
import { tooManyItems } from "../unpack/item.ts";
import { decodeLabelled } from "./charset.ts";
import { type Embedded, mapiAttachment, mapiMessage, refuseOtherItem } from "./mapi-message.ts";
import {
  codepageLabel,
  type Properties,
  propertiesOf,
  propertyIds,
  propertyTypes,
  type RawProperty,
} from "./mapi-properties.ts";
import type { Attachment, EmailMessage } from "./message.ts";
import { sentMoment } from "./sent-date.ts";
import { readPropertyList, readPropertyRows } from "./tnef-properties.ts";

const signature = 0x223e9f78;
const headerBytes = 6;

/** Attributes that are read ([MS-OXTNEF] 2.1.3.1), by their number without their type. */
const attributeIds = {
  from: 0x8000,
  subject: 0x8004,
  dateSent: 0x8005,
  messageClass: 0x8008,
  body: 0x800c,
  attachData: 0x800f,
  attachTitle: 0x8010,
  attachRenderData: 0x9002,
  messageProperties: 0x9003,
  recipients: 0x9004,
  attachProperties: 0x9005,
  codepage: 0x9007,
} as const;

interface AttachmentAttributes {
  data?: Buffer;
  title?: Buffer;
  properties: Map<number, RawProperty>;
}

/** Whether bytes begin as the format in which Exchange and Outlook send "winmail.dat". */
export const isTnef = (bytes: Buffer): boolean => bytes.length >= headerBytes && bytes.readUInt32LE(0) === signature;

/**
 * Reads "winmail.dat" ([MS-OXTNEF]): an email of Outlook with its attachments.
 * @throws ConvertError damaged; unsupported: an item of Outlook that is no email; too-large
 */
export function readTnef(bytes: Buffer): EmailMessage {
  if (!isTnef(bytes)) throw new ConvertError("damaged");
  const found = new Map<number, Buffer>();
  const attachments: AttachmentAttributes[] = [];
  let properties = new Map<number, RawProperty>();
  let recipients: Map<number, RawProperty>[] = [];
  for (const { id, data } of attributes(bytes)) {
    const attachment = attachments.at(-1);
    if (id === attributeIds.attachRenderData) attachments.push({ properties: new Map() });
    else if (id === attributeIds.attachData && attachment) attachment.data = data;
    else if (id === attributeIds.attachTitle && attachment) attachment.title = data;
    else if (id === attributeIds.attachProperties && attachment) attachment.properties = readPropertyList(data);
    else if (id === attributeIds.messageProperties) properties = readPropertyList(data);
    else if (id === attributeIds.recipients) recipients = readPropertyRows(data);
    else if (!found.has(id)) found.set(id, data);
    if (attachments.length > containerLimits.items) throw tooManyItems();
  }
  const codepage = codepageIn(found);
  addOldAttributes(properties, found);
  const message = propertiesOf(properties, codepage);
  refuseOtherItem(message.text("messageClass") || textOf(found.get(attributeIds.messageClass), codepage));
  const read = mapiMessage(
    message,
    recipients.map((one) => propertiesOf(one, codepage)),
    attachments.map((one) => attachmentOf(one, codepage)),
  );
  return { ...read, sent: read.sent || sentDateOf(found.get(attributeIds.dateSent)) };
}

function* attributes(bytes: Buffer): Generator<{ id: number; data: Buffer }> {
  for (let at = headerBytes; at < bytes.length; ) {
    if (at + 9 > bytes.length) {
      // Some gateways append empty lines.
      if (/^\s*\0*\s*$/.test(bytes.toString("latin1", at))) return;
      throw new ConvertError("damaged");
    }
    const length = bytes.readUInt32LE(at + 5);
    const start = at + 9;
    if (start + length > bytes.length) throw new ConvertError("damaged");
    yield { id: bytes.readUInt16LE(at + 1), data: bytes.subarray(start, start + length) };
    at = start + length + 2; // a checksum follows, which old programs write wrongly
  }
}

function codepageIn(found: Map<number, Buffer>): number | undefined {
  const bytes = found.get(attributeIds.codepage);
  return bytes && bytes.length >= 4 ? bytes.readUInt32LE(0) : undefined;
}

/** Adds what only attributes of the older format state, as text of the code page. */
function addOldAttributes(properties: Map<number, RawProperty>, found: Map<number, Buffer>): void {
  for (const name of ["subject", "body"] as const) {
    const data = found.get(attributeIds[name]);
    if (data && !properties.has(propertyIds[name]))
      properties.set(propertyIds[name], { type: propertyTypes.string8, bytes: () => data });
  }
}

const textOf = (bytes: Buffer | undefined, codepage: number | undefined): string =>
  bytes ? decodeLabelled(bytes, codepageLabel(codepage)).replace(/\0.*$/s, "") : "";

/** A date of seven numbers: year, month, day, hour, minute, second, day of the week ([MS-OXTNEF] 2.1.3.3.6). */
function sentDateOf(bytes: Buffer | undefined): string {
  if (!bytes || bytes.length < 12) return "";
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = [0, 2, 4, 6, 8].map((at) => bytes.readUInt16LE(at));
  return sentMoment(new Date(Date.UTC(year, month - 1, day, hour, minute)));
}

/** The first bytes of an embedded object: what it is, as an interface of MAPI. */
const interfaceBytes = 16;

function attachmentOf({ data, title, properties }: AttachmentAttributes, codepage: number | undefined): Attachment {
  const read: Properties = propertiesOf(properties, codepage);
  const object = properties.get(propertyIds.attachData);
  const inner = object?.type === propertyTypes.object ? object.bytes().subarray(interfaceBytes) : undefined;
  const attachment = mapiAttachment(
    read,
    () => {
      const content = data ?? read.binary("attachData");
      return content && { pieces: [content], sizeBytes: content.length };
    },
    (): Embedded | undefined =>
      inner && {
        streams: attempt(() => readCompoundFile(inner).names) ?? [],
        kind: isTnef(inner) ? "message" : "object",
        sizeBytes: inner.length,
        pieces: () => [inner],
      },
  );
  const named = { ...attachment, name: attachment.name || textOf(title, codepage).trim() };
  // An attached email is in this format too, which is known by another extension than Outlook's.
  return inner && isTnef(inner) ? { ...named, name: `${named.name.replace(/\.msg$/i, "")}.dat` } : named;
}
