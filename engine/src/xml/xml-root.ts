import { SaxesParser } from "saxes";

/** The root element of an XML document. */
export interface XmlRoot {
  /** Without prefix. */
  name: string;
  namespace: string;
}

const marks: [start: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
  [[0x3c, 0x00], "utf-16le"],
  [[0x00, 0x3c], "utf-16be"],
];

/**
 * Returns the encoding of an XML document by its byte order mark, its first character or its declaration (XML 1.0,
 * appendix F): the name that `TextDecoder` takes.
 */
export function xmlEncoding(head: Uint8Array): string {
  const marked = marks.find(([start]) => start.every((byte, index) => head[index] === byte));
  if (marked) return marked[1];
  const declaration = Buffer.from(head.subarray(0, 200)).toString("latin1");
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration)?.[1] ?? "utf-8";
}

/**
 * Reads the name of the root element from the beginning of a file.
 * @returns undefined when the file does not begin like XML, or its root element is not within these bytes
 */
export function xmlRoot(head: Uint8Array): XmlRoot | undefined {
  if (!beginsLikeXml(head)) return undefined;
  const text = decodeHead(head)?.trimStart() ?? "";
  const parser = new SaxesParser({ xmlns: true, position: false, fragment: false });
  let root: XmlRoot | undefined;
  let isFaulty = false;
  parser.on("opentag", ({ local, uri }) => {
    root ??= isFaulty ? undefined : { name: local, namespace: uri };
  });
  parser.on("error", ({ message }) => {
    isFaulty ||= !message.includes("unbound namespace prefix");
  });
  // Small pieces, because reading ends with the first element.
  for (let at = 0; at < text.length && !root && !isFaulty; at += 1024) parser.write(text.slice(at, at + 1024));
  return root;
}

/** Whether the first character is "<", after a byte order mark and white space, in any encoding. */
function beginsLikeXml(head: Uint8Array): boolean {
  const ignored = [0xef, 0xbb, 0xbf, 0xff, 0xfe, 0x00, 0x09, 0x0a, 0x0d, 0x20];
  return head.find((byte) => !ignored.includes(byte)) === 0x3c;
}

function decodeHead(head: Uint8Array): string | undefined {
  try {
    return new TextDecoder(xmlEncoding(head)).decode(head);
  } catch {
    return undefined; // an unknown encoding
  }
}
