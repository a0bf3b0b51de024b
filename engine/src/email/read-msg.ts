import { containerLimits } from "@sheaf/contracts/limits.ts";
import { ConvertError } from "../converter.ts";
import { type CompoundFile, readCompoundFile } from "../detect/compound.ts";
import { tooManyItems } from "../unpack/item.ts";
import { type CompoundFolder, type CompoundStream, planCompoundFile } from "./compound-writer.ts";
import { type Embedded, mapiAttachment, mapiMessage, refuseOtherItem } from "./mapi-message.ts";
import { type Properties, propertiesOf, type RawProperty } from "./mapi-properties.ts";
import type { Attachment, EmailMessage } from "./message.ts";

const fixedProperties = "__properties_version1.0";
/** Streams and folders that hold one property, with its number and type; folders of recipients and attachments. */
const propertyName = /^__substg1\.0_([\da-f]{4})([\da-f]{4})$/i;
const recipientName = /^__recip_version1\.0_#[\da-f]{8}$/i;
const attachmentName = /^__attach_version1\.0_#[\da-f]{8}$/i;

/** Bytes before the first property: of a message, an attached one, a recipient or attachment ([MS-OXMSG] 2.4). */
const headerBytes = { message: 32, attachedMessage: 24, other: 8 } as const;

/** More recipients than anybody reads. */
const maxRecipients = 2000;

/** Whether a compound file is an Outlook item ([MS-OXMSG]). */
const isMsg = ({ names }: CompoundFile): boolean => names.includes(fixedProperties);

/**
 * Reads an email of Outlook ([MS-OXMSG]). An attached email becomes an attachment in the same format.
 * @throws ConvertError damaged; unsupported: an item of Outlook that is no email; too-large
 */
export function readMsg(bytes: Buffer): EmailMessage {
  const root = readCompoundFile(bytes);
  if (!isMsg(root)) throw new ConvertError("damaged");
  const message = propertiesIn(root, headerBytes.message);
  refuseOtherItem(message.text("messageClass"));
  const codepage = message.number("messageCodepage") ?? message.number("internetCodepage");
  const folders = (pattern: RegExp, most: number): CompoundFile[] => {
    const names = root.names.filter((name) => pattern.test(name));
    if (names.length > most) throw tooManyItems();
    return names.flatMap((name) => root.folder(name) ?? []);
  };
  const recipients = folders(recipientName, maxRecipients).map((one) => propertiesIn(one, headerBytes.other, codepage));
  const attachments = folders(attachmentName, containerLimits.items).map((one) => attachmentIn(one, root, codepage));
  return mapiMessage(message, recipients, attachments);
}

function propertiesIn(folder: CompoundFile, skipped: number, codepage?: number): Properties {
  const raw = new Map<number, RawProperty>();
  const fixed = wholeStream(folder, fixedProperties);
  for (let at = skipped; at + 16 <= fixed.length; at += 16) {
    const value = fixed.subarray(at + 8, at + 16);
    raw.set(fixed.readUInt16LE(at + 2), { type: fixed.readUInt16LE(at), bytes: () => value });
  }
  for (const name of folder.names) {
    const [, id, type] = propertyName.exec(name) ?? [];
    if (id === undefined || type === undefined) continue;
    raw.set(Number.parseInt(id, 16), {
      type: Number.parseInt(type, 16),
      bytes: () => wholeStream(folder, name),
    });
  }
  return propertiesOf(raw, codepage);
}

/** @throws ConvertError damaged, when a part of the stream is missing */
function wholePieces(folder: CompoundFile, name: string): Buffer[] {
  const pieces = folder.pieces(name) ?? [];
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length < (folder.sizeOf(name) ?? 0)) throw new ConvertError("damaged");
  return pieces;
}

const wholeStream = (folder: CompoundFile, name: string): Buffer => Buffer.concat(wholePieces(folder, name));

const [dataStream, dataFolder] = ["__substg1.0_37010102", "__substg1.0_3701000D"];

function attachmentIn(folder: CompoundFile, root: CompoundFile, codepage: number | undefined): Attachment {
  const properties = propertiesIn(folder, headerBytes.other, codepage);
  return mapiAttachment(
    properties,
    () => {
      const pieces = folder.pieces(dataStream);
      return pieces && { pieces, sizeBytes: folder.sizeOf(dataStream) ?? 0 };
    },
    () => {
      const inner = folder.folder(dataFolder);
      return inner && embedded(inner, root);
    },
  );
}

/** Plans an attached message or object as a compound file of its own. */
function embedded(folder: CompoundFile, root: CompoundFile): Embedded {
  const isMessage = isMsg(folder);
  const budget = { entries: maxEntries, bytes: containerLimits.itemBytes };
  const children = childrenOf(folder, 0, budget);
  const names = isMessage && root.folder(namedProperties);
  if (names) children.push({ name: namedProperties, children: childrenOf(names, 0, budget) });
  const written = isMessage ? children.map(asFirstMessage) : children;
  return { kind: isMessage ? "message" : "object", streams: folder.names, ...planCompoundFile(written) };
}

/** The names of properties without a fixed number, which the whole file shares ([MS-OXMSG] 2.2.3). */
const namedProperties = "__nameid_version1.0";

/** Streams of one attached message, with all that are attached to it. */
const maxEntries = 20_000;
const maxDepth = 50;

/** The budget ends the copy of a folder that contains itself, or the same stream many times. */
function childrenOf(
  folder: CompoundFile,
  depth: number,
  budget: { entries: number; bytes: number },
): CompoundFolder["children"] {
  return folder.names.map((name) => {
    const inner = folder.folder(name);
    const sizeBytes = folder.sizeOf(name) ?? 0;
    budget.bytes -= sizeBytes;
    if (--budget.entries < 0 || budget.bytes < 0 || depth > maxDepth) throw new ConvertError("damaged");
    if (inner) return { name, children: childrenOf(inner, depth + 1, budget) };
    return { name, sizeBytes, pieces: () => wholePieces(folder, name) };
  });
}

/** The properties of a message that is not attached begin with 8 more bytes, which are unused ([MS-OXMSG] 2.4.1.1). */
function asFirstMessage(one: CompoundFolder | CompoundStream): CompoundFolder | CompoundStream {
  if (one.name !== fixedProperties || "children" in one) return one;
  const { attachedMessage, message } = headerBytes;
  return {
    name: one.name,
    sizeBytes: one.sizeBytes + message - attachedMessage,
    *pieces() {
      const bytes = Buffer.concat([...one.pieces()]);
      yield bytes.subarray(0, attachedMessage);
      yield Buffer.alloc(message - attachedMessage);
      yield bytes.subarray(attachedMessage);
    },
  };
}
