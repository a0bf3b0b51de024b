import { safeFileName } from "@sheaf/contracts/file-names.ts";
import { acceptedExtension, containerExtension } from "@sheaf/contracts/formats.ts";
import { ConvertError, type ScratchFile } from "../converter.ts";
import { type ByteSource, decodedSource, fileSource } from "../signed/byte-source.ts";
import { isCryptographicMessage, type SignedContent, signedContent } from "../signed/signed-content.ts";
import { type Container, plainItem } from "./item.ts";

const headBytes = 8_192;
/** Marks of text around base64 (RFC 7468, 8 and 9; older programs write other names). */
const armour = /^\s*-----BEGIN (?:PKCS ?#?7|CMS|SIGNED)[^\n]*-----\r?\n/;
/** The header of a signed email that was saved without its own header. */
const mimeHeader = /^(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)+\r?\n/;
const mimeType = /^content-type:\s*application\/(?:x-)?pkcs7-mime\b/im;

/**
 * Opens a signed file (.p7m) around one content: an email, or any document. It may be binary, base64, or base64 with a
 * header. Runs inside a sandbox.
 * @returns null when the file is of another kind
 * @throws ConvertError damaged, empty; unsupported when it is encrypted or holds only a signature
 */
export function openSignedItems({ path, name, sizeBytes }: ScratchFile): Container | null {
  const source = sourceOf(path, name, sizeBytes);
  if (!source) return null;
  try {
    const content = signedContent(source);
    if (content.sizeBytes === 0) throw new ConvertError("empty");
    return {
      items: [plainItem(safeFileName(nameOfContent(name, content)), content.sizeBytes)],
      pieces: async function* () {
        yield* content.pieces();
      },
      close: () => source.close(),
    };
  } catch (error) {
    source.close();
    throw error;
  }
}

function sourceOf(path: string, name: string, sizeBytes: number): ByteSource | undefined {
  const file = fileSource(path, sizeBytes);
  const head = Buffer.from(file.read(0, headBytes));
  if (isCryptographicMessage(head)) return file;
  file.close();
  const text = head.toString("latin1");
  const header = armour.exec(text) ?? (hasSignedName(name) && mimeType.test(text) ? mimeHeader.exec(text) : null);
  const from = header?.[0].length ?? 0;
  if (!isCryptographicMessage(Buffer.from(text.slice(from, from + 200), "base64"))) return undefined;
  const decoded = decodedSource(path, sizeBytes, from);
  if (!decoded) throw new ConvertError("damaged");
  return decoded;
}

const signedName = /\.p7m$/i;
const hasSignedName = (name: string) => signedName.test(name);

/** "invoice.xml.p7m" holds "invoice.xml". Names without an extension inside get one by the content. */
function nameOfContent(name: string, content: SignedContent): string {
  const inner = name.replace(signedName, "");
  if (acceptedExtension(inner) !== undefined || containerExtension(inner) !== undefined) return inner;
  const [first] = content.pieces();
  const start = first?.toString("latin1", 0, 1_024) ?? "";
  const stem = inner.toLowerCase() === "smime" ? "message" : inner; // the usual name in emails
  if (/^[\w-]+:/.test(start) && /^(?:content-|mime-version:|from:)/im.test(start)) return `${stem}.eml`;
  if (start.startsWith("%PDF-")) return `${stem}.pdf`;
  return /^(?:\xef\xbb\xbf)?<\?xml/.test(start) ? `${stem}.xml` : inner;
}
