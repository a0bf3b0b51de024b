/** Named characters that occur in the texts of signatures; others stay as they are. */
const named: Record<string, string> = {
  nbsp: " ",
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  zwnj: "",
  shy: "",
};

/**
 * Returns the words of an HTML text, without markup, for rules about what it says: each block is a line. It does not
 * know what style sheets hide.
 */
export function htmlWords(html: string): string {
  return html
    .replaceAll(/<!--.*?(?:-->|$)/gs, "")
    .replaceAll(/<(style|script|title|head)\b.*?(?:<\/\1\s*>|$)/gis, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/<(?:br|\/?(?:p|div|tr|td|th|table|li|ul|ol|h[1-6]|blockquote|hr))\b[^<>]*>/gi, "\n")
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,8}));?/gi, (whole, hex, decimal, name) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : "";
    });
}

/** Returns the encoding that an HTML text states itself; undefined when it states none. */
export const htmlCharset = (bytes: Buffer): string | undefined =>
  /<meta\b[^>]{0,200}charset\s*=\s*["']?([\w.:-]+)/i.exec(bytes.subarray(0, 4096).toString("latin1"))?.[1];
