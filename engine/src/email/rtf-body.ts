import iconv from "iconv-lite";
import { deEncapsulateSync } from "rtf-stream-parser";
import type { BodyText } from "./message.ts";

/** Far deeper than any program nests groups. The parser keeps a state for each open group. */
const maxGroups = 500;

/**
 * Returns the text of an RTF document: the HTML or text that a mail program encapsulated in it ([MS-OXRTFEX]), else its
 * words, without layout.
 * @returns null when it is damaged
 */
export function rtfBody(rtf: Buffer): BodyText | null {
  const source = readableRtf(rtf.toString("latin1"));
  if (source === null) return null;
  const isEncapsulated = /\\from(html|text)/.test(source.slice(0, 1000));
  const marked = isEncapsulated ? source : asText(source);
  try {
    const { mode, text } = deEncapsulateSync(Buffer.from(marked, "latin1"), {
      decode: (bytes, encoding) =>
        iconv.decode(Buffer.from(bytes), iconv.encodingExists(encoding) ? encoding : "windows-1252"),
      replaceSymbolFontChars: true,
      warn: () => {},
    });
    return { kind: mode, content: text.toString().replaceAll(/\r\n?/g, "\n") };
  } catch {
    return null;
  }
}

/**
 * Marks a document as text, for the parser to accept it. It would show properties of the document and the bytes of
 * pictures as text.
 */
const asText = (source: string): string =>
  source
    .replace(/^\{\\rtf1?/, "{\\rtf1\\fromtext ")
    .replaceAll(/\{\\(info|pict|object|header|footer|headerf|footerf|xmlopen)\b/g, "{\\*\\$1")
    .replaceAll(/\\(?:nest)?cell\b/g, "\\tab ")
    .replaceAll(/\\(?:nest)?row\b/g, "\\par ");

/**
 * Prepares a document for the parser, whose time grows with the square of the lines of a run of text, and which
 * allocates what a document states. A line break in RTF only ends a control word, unless a backslash precedes it.
 */
function readableRtf(text: string): string | null {
  if (!text.startsWith("{\\rtf")) return null;
  let groups = 0;
  for (const [brace] of text.matchAll(/(?<!\\)[{}]/g)) {
    groups += brace === "{" ? 1 : -1;
    if (groups > maxGroups) return null;
  }
  return text
    .replaceAll(/\\bin\d{7,}/g, "\\bin0")
    .replaceAll(/\\'(?![\da-f]{2})/gi, "\\'3f")
    .replaceAll(/(\\[a-z]{1,32}-?\d{0,10})\r?\n/gi, "$1 ")
    .replaceAll(/(?<!\\)\r?\n/g, "");
}
