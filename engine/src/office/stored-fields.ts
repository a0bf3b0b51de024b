import { attribute } from "../detect/package.ts";
import { unescapeXml } from "../sheet/xml-text.ts";
import { fieldsOf, type Piece, type WordField } from "./word-fields.ts";

/**
 * Word shows a field as it was when it was last brought up to date. LibreOffice computes some anew, and fails where it cannot: it prints
 * "Error: Reference source not found" for a bookmark that is gone, both terms and result of `{ = { NUMPAGES } - 1 }`, and 1440 for
 * 1,440.00. Such fields become the text that is stored in them.
 * @param stories the parts of a letter that hold text, by name; one character for each byte
 * @returns those that were changed
 */
export function withStoredFields(stories: ReadonlyMap<string, string>): Map<string, string> {
  const fields = new Map([...stories].map(([name, xml]) => [name, fieldsOf(xml)]));
  const doubtful = [...fields.values()].flat().filter((field) => isGuessed(field) || targetOf(field));
  if (doubtful.length === 0) return new Map();
  const known = knownTargets([...stories.values()], [...fields.values()].flat());
  const isLost = (field: WordField) => {
    const target = targetOf(field);
    return isGuessed(field) || (target !== undefined && !known[target.kind].has(target.name));
  };
  const changed = new Map<string, string>();
  for (const [name, xml] of stories) {
    const pieces = (fields.get(name) ?? []).filter(isLost).flatMap((field) => field.pieces);
    if (pieces.length > 0) changed.set(name, without(xml, pieces));
  }
  return changed;
}

/**
 * Sums, which LibreOffice writes without their format, and what is told about the document, which it takes from properties that may be
 * empty or newer.
 */
const ownWay =
  /^\s*(?:=|(?:TITLE|SUBJECT|KEYWORDS|COMMENTS|TEMPLATE|SAVEDATE|PRINTDATE|EDITTIME|NUMWORDS|NUMCHARS|REVNUM|MERGEREC)\b)/i;

const isGuessed = ({ code, isComputed }: WordField) => isComputed || ownWay.test(code);

interface Target {
  kind: "bookmark" | "style";
  name: string;
}

/** A field's name and its first word, or what stands in quotes there (ECMA-376-1, 17.16.5). */
const codeParts = /^\s*(\w+)\s+(?:"([^"]*)"|([^\s"\\]+))/;

/** What a field refers to, where LibreOffice goes and looks for it. */
function targetOf({ code }: WordField): Target | undefined {
  const [, kind = "", quoted, bare] = codeParts.exec(unescapeXml(code)) ?? [];
  const name = quoted ?? bare ?? "";
  if (/^(REF|PAGEREF)$/i.test(kind)) return { kind: "bookmark", name };
  if (/^STYLEREF$/i.test(kind)) return { kind: "style", name: styleKey(/^\d$/.test(name) ? `Heading${name}` : name) };
  return undefined;
}

/** Bookmarks by their exact names, as LibreOffice has them, and styles that something is set in. */
function knownTargets(xmls: string[], fields: WordField[]): Record<Target["kind"], Set<string>> {
  const named = fields.flatMap(({ code, isComputed }) => {
    const [, kind = "", quoted, bare = ""] = codeParts.exec(unescapeXml(code)) ?? [];
    return /^(SET|ASK)$/i.test(kind) && !isComputed ? [quoted ?? bare] : [];
  });
  const styles = xmls.flatMap((xml) => [...xml.matchAll(/<w:[pr]Style\b([^<>]*)>/g)]);
  return {
    bookmark: new Set([...named, ...xmls.flatMap(bookmarksIn)]),
    style: new Set(styles.map(([, attributes = ""]) => styleKey(attribute(attributes, "w:val") ?? ""))),
  };
}

/** One that does not end is none. */
function bookmarksIn(xml: string): string[] {
  const begun = new Map<string, string>();
  const ended: string[] = [];
  for (const [, which, attributes = ""] of xml.matchAll(/<w:bookmark(Start|End)\b([^<>]*)>/g)) {
    const id = attribute(attributes, "w:id") ?? "";
    if (which === "Start") begun.set(id, unescapeXml(attribute(attributes, "w:name") ?? ""));
    else ended.push(begun.get(id) ?? "");
  }
  return ended;
}

/** A field names a style as its author's Word does; LibreOffice finds it by its identifier, which has only these letters of it. */
const styleKey = (name: string) => name.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();

function without(xml: string, pieces: Piece[]): string {
  const kept: string[] = [];
  let at = 0;
  for (const { from, to } of pieces.toSorted((one, other) => one.from - other.from)) {
    kept.push(xml.slice(at, from));
    at = to;
  }
  return kept.join("") + xml.slice(at);
}
