const word = "wordprocessingml";
const openDocument = (name: string) => `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`;

/**
 * The prefixes under which the specifications write names, by namespace; Office Open XML has one for its transitional
 * and one for its strict form.
 */
export const usualPrefixes: ReadonlyMap<string, string> = new Map([
  ["http://www.w3.org/XML/1998/namespace", "xml"],
  ["http://www.w3.org/1999/xlink", "xlink"],
  ["urn:schemas-microsoft-com:vml", "v"],
  ["urn:schemas-microsoft-com:office:office", "o"],
  ["http://schemas.openxmlformats.org/markup-compatibility/2006", "mc"],
  ...[
    ["w", `${word}/2006/main`, `${word}/main`],
    ["a", "drawingml/2006/main", "drawingml/main"],
    ["p", "presentationml/2006/main", "presentationml/main"],
    ["r", "officeDocument/2006/relationships", "officeDocument/relationships"],
  ].flatMap(([prefix = "", transitional, strict]): [string, string][] => [
    [`http://schemas.openxmlformats.org/${transitional}`, prefix],
    [`http://purl.oclc.org/ooxml/${strict}`, prefix],
  ]),
  ...["office", "text", "table", "draw", "style", "form", "presentation", "manifest", "number"].map(
    (name): [string, string] => [openDocument(name), name],
  ),
  [openDocument("xsl-fo-compatible"), "fo"],
  [openDocument("svg-compatible"), "svg"],
]);

/**
 * Gives the names in a part their usual prefixes, for expressions that search for them. Programs that use others state
 * them in the first tag.
 */
export function withUsualPrefixes(xml: string): string {
  let usual = xml;
  for (const [, prefix = "", namespace = ""] of xml.slice(0, 10_000).matchAll(/\sxmlns:([\w-]+)="([^"]*)"/g)) {
    const wanted = usualPrefixes.get(namespace) ?? prefix;
    if (wanted !== prefix) usual = usual.replaceAll(new RegExp(`([<\\s/])${prefix}:`, "g"), `$1${wanted}:`);
  }
  return usual;
}
