import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { type DecodedText, decodeText } from "../text/encoding.ts";

/** Browsers look for the declaration in the first 1024 bytes; some programs write more before it. */
const declarationBytes = 4_096;

/**
 * Decodes HTML: by its byte order mark, else by the encoding that its transport or a `meta` element states, else as any
 * text (WHATWG HTML, section 13.2.3.2).
 * @param stated by the header of a part
 */
export function decodePage(bytes: Buffer, stated?: string): DecodedText {
  const hasMark =
    bytes[0] === 0xef || (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (hasMark) return decodeText(bytes);
  const label = stated ?? declaredEncoding(bytes);
  const encoding = label === undefined ? undefined : knownEncoding(label);
  if (encoding === undefined || (encoding === "utf-8" && !isUtf8(bytes))) return decodeText(bytes);
  // Pages declared as Latin are often UTF-8: bytes that are valid UTF-8 hardly ever mean anything else.
  const isLatin = encoding === "windows-1252";
  if (isLatin && isUtf8(bytes)) return { text: bytes.toString("utf8"), encoding: "utf-8", sure: true };
  return { text: iconv.decode(bytes, encoding), encoding, sure: true };
}

function declaredEncoding(bytes: Buffer): string | undefined {
  const head = bytes.toString("latin1", 0, declarationBytes);
  const meta = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head);
  return meta?.[1] ?? /^<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1];
}

/** Returns a name for iconv-lite; undefined for unknown labels. */
function knownEncoding(label: string): string | undefined {
  const name = label.toLowerCase();
  // Browsers read these as the larger encoding (WHATWG Encoding, section 4.2).
  if (/^(?:iso-?8859-?1|latin-?1|us-ascii|ascii)$/.test(name)) return "windows-1252";
  if (name === "iso-8859-9") return "windows-1254";
  if (/^utf-?8$/.test(name)) return "utf-8";
  // A declaration that can be read as ASCII is not in UTF-16.
  if (name.startsWith("utf-16")) return "utf-8";
  if (/^x-sjis$/.test(name)) return "shift_jis";
  return iconv.encodingExists(name) ? name : undefined;
}
