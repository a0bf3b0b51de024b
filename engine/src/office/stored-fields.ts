import type { XmlEdit } from "../xml/xml-edits.ts";
import type { WordField, WordStory } from "./word-story.ts";

/**
 * Word shows a field as it was when it was last brought up to date. LibreOffice computes some anew, and fails where it
 * cannot: it prints "Error: Reference source not found" for a bookmark that is gone, both terms and result of `{ = {
 * NUMPAGES } - 1 }`, and 1440 for 1,440.00. Such fields become the text that is stored in them.
 * @param stories all parts of a document that hold text
 * @returns for each of them the edits that take such fields out
 */
export function storedFieldEdits(stories: WordStory[]): Map<WordStory, XmlEdit[]> {
  const known = knownTargets(stories);
  const isLost = (field: WordField) => {
    const target = targetOf(field);
    return isGuessed(field) || (target !== undefined && !known[target.kind].has(target.name));
  };
  const editsIn = ({ fields }: WordStory) => fields.filter(isLost).flatMap(({ pieces }) => pieces);
  return new Map(stories.map((story) => [story, editsIn(story).map((piece) => ({ ...piece, text: "" }))]));
}

/** Whether a part refers to bookmarks or styles, which may stand in any other. */
export const refersElsewhere = ({ fields }: WordStory): boolean =>
  fields.some((field) => targetOf(field) !== undefined);

/**
 * Sums, which LibreOffice writes without their format, and what is told about the document, which it takes from
 * properties that may be empty or newer.
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
  const [, kind = "", quoted, bare] = codeParts.exec(code) ?? [];
  const name = quoted ?? bare ?? "";
  if (/^(REF|PAGEREF)$/i.test(kind)) return { kind: "bookmark", name };
  if (/^STYLEREF$/i.test(kind)) return { kind: "style", name: styleKey(/^\d$/.test(name) ? `Heading${name}` : name) };
  return undefined;
}

/** Bookmarks by their exact names, as LibreOffice has them, and styles that something is set in. */
function knownTargets(stories: WordStory[]): Record<Target["kind"], Set<string>> {
  const named = stories.flatMap(({ fields }) =>
    fields.flatMap(({ code, isComputed }) => {
      const [, kind = "", quoted, bare = ""] = codeParts.exec(code) ?? [];
      return /^(SET|ASK)$/i.test(kind) && !isComputed ? [quoted ?? bare] : [];
    }),
  );
  return {
    bookmark: new Set([...named, ...stories.flatMap(({ bookmarks }) => bookmarks)]),
    style: new Set(stories.flatMap(({ styles }) => styles.map(styleKey))),
  };
}

/**
 * A field names a style as its author's Word does; LibreOffice finds it by its identifier, which has only these letters
 * of it.
 */
const styleKey = (name: string) => name.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();
