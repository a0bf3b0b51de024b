import { ConvertError } from "../converter.ts";
import { damaged, endOf, type Head, headAt, octetParts, tags } from "./asn1.ts";
import type { ByteSource } from "./byte-source.ts";

/** Types of content by their object identifiers (RFC 5652; RFC 5083; RFC 3274). */
const types = {
  signed: "2a864886f70d010702",
  encrypted: ["2a864886f70d010703", "2a864886f70d010704", "2a864886f70d010706", "2a864886f70d0109100117"],
  compressed: "2a864886f70d0109100109",
} as const;

/** Whether the bytes begin as a message of the cryptographic syntax (RFC 5652, 3), of any type. */
export function isCryptographicMessage(head: Buffer): boolean {
  const idAt = head[1] === undefined ? -1 : head[1] <= 0x80 ? 2 : 2 + (head[1] & 0x7f);
  const id = head.toString("hex", idAt, idAt + 20);
  return head[0] === tags.sequence && idAt > 0 && /^06(?:09|0b)2a864886f70d01(?:07|0910)/.test(id);
}

/** The one content of a signed file. */
export interface SignedContent {
  sizeBytes: number;
  pieces(): Generator<Buffer>;
}

const pieceBytes = 65_536;

/**
 * Finds the content of a signed file. The signature is not verified: that it is there says nothing about the document.
 * @throws ConvertError damaged; unsupported when the file is encrypted or only holds a signature
 */
export function signedContent(source: ByteSource): SignedContent {
  const limit = source.sizeBytes;
  const message = headAt(source, 0, limit);
  const [type, wrapped] = childrenOf(source, message, limit, 2);
  const id = type?.tag === tags.objectId ? idAt(source, type) : undefined;
  if (types.encrypted.some((one) => one === id)) {
    const words = "is encrypted for its recipient. Open it with their certificate and add the file inside.";
    throw new ConvertError("unsupported", words);
  }
  if (id === types.compressed) {
    throw new ConvertError("unsupported", "is a compressed message. Open it in its program and add the file inside.");
  }
  if (id !== types.signed || wrapped?.tag !== tags.explicit0) throw damaged();

  const [signed] = childrenOf(source, wrapped, limit, 1);
  if (signed?.tag !== tags.sequence) throw damaged();
  const [, , encapsulated] = childrenOf(source, signed, limit, 3); // after version and digest algorithms
  if (encapsulated?.tag !== tags.sequence) throw damaged();
  const [, explicit] = childrenOf(source, encapsulated, limit, 2); // after its type
  if (!explicit) throw onlySignature();
  const [octets] = childrenOf(source, explicit, limit, 1);
  if (!octets || (octets.tag !== tags.octets && octets.tag !== tags.octetsInParts)) throw onlySignature();

  let sizeBytes = 0;
  for (const { length } of octetParts(source, octets, limit)) sizeBytes += length;
  return { sizeBytes, pieces: () => piecesOf(source, octets) };
}

function* piecesOf(source: ByteSource, octets: Head): Generator<Buffer> {
  for (const { at, length } of octetParts(source, octets, source.sizeBytes)) {
    for (let done = 0; done < length; done += pieceBytes) {
      yield Buffer.from(source.read(at + done, Math.min(pieceBytes, length - done)));
    }
  }
}

function onlySignature(): ConvertError {
  return new ConvertError("unsupported", "holds only a signature. Add the signed document itself.");
}

/** Returns the first values inside a value, as many as there are up to `count`. */
function childrenOf(source: ByteSource, parent: Head, limit: number, count: number): Head[] {
  const children: Head[] = [];
  const end = parent.end ?? limit;
  for (let at = parent.start; children.length < count && at < end; ) {
    const child = headAt(source, at, end);
    if (parent.end === undefined && child.tag === 0) break;
    children.push(child);
    // The last one is not skipped: with an indefinite length, that would read all of its content.
    if (children.length < count) at = endOf(source, child, end);
  }
  return children;
}

const idAt = (source: ByteSource, { start, end = start }: Head): string =>
  source.read(start, Math.min(end - start, 32)).toString("hex");
