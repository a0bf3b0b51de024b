/**
 * Escapes text for an XML element or a quoted attribute. Characters that XML 1.0 forbids (section 2.2) are left out.
 */
export function xmlText(text: string): string {
  const clean = text.isWellFormed() ? text : text.toWellFormed();
  return clean.replace(/[&<>"\ufffe\uffff]|\p{Cc}/gu, (character) => replacements[character] ?? "");
}

const replacements: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "\t",
  "\n": "\n",
  "\u0085": "\u0085",
};

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Resolves character references and the five predefined entities; unknown entities stay. */
export function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

/** Decodes a text of one character for each byte as UTF-8. */
export const asText = (bytes: string) => (/[\x80-\xff]/.test(bytes) ? Buffer.from(bytes, "latin1").toString() : bytes);

/** Encodes a text as UTF-8 with one character for each byte, as parts of a workbook are read. */
export const asBytes = (text: string) => Buffer.from(text).toString("latin1");
