/** Beginning of a part in which blanks are looked for: a program writes all of its tags in one way. In characters. */
const sample = 100_000;
const singleQuoted = /=\s*'/g;
const spaced = /\s=\s*["']|=\s+["']|<\/[^<>]*\s>|"[\t\r\n]/;

const markup =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<\/?[^\s<>"'/!?][^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*>/g;
const attribute = /(?<!\s)\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

/**
 * Returns a part of a package with tags as almost all programs write them: values in double quotes, without ">" in
 * them, one blank before each attribute and no others. The expressions that read parts of millions of tags rely on it;
 * XML allows more. Nearly every part is returned as it is.
 */
export function withUsualTags(xml: string): string {
  const declaration = xml.startsWith("<?xml") ? xml.indexOf("?>") + 2 : 0;
  singleQuoted.lastIndex = declaration;
  const isUnusual =
    (xml.includes("'", declaration) && singleQuoted.test(xml)) || spaced.test(xml.slice(declaration, sample));
  return isUnusual ? xml.replace(markup, usualTag) : xml;
}

function usualTag(tag: string): string {
  if (tag[1] === "!" || tag[1] === "?") return tag;
  const spelled = tag.replace(attribute, (_whole, name, double?: string, single?: string) => {
    const value = double ?? single?.replaceAll('"', "&quot;") ?? "";
    return ` ${name}="${value.replaceAll(">", "&gt;")}"`;
  });
  return spelled.replace(/(?<!\s)\s+(\/?>)$/, "$1");
}
