import type { XmlEdit } from "../xml/xml-edits.ts";
import type { WordField, WordStory } from "./word-story.ts";

/**
 * Replaces fields that LibreOffice would print wrongly by their stored text. Word shows the result of a field's last
 * update. LibreOffice computes some fields again, with wrong results: it prints "Error: Reference source not found" for
 * a missing bookmark, both terms and result of `{ = { NUMPAGES } - 1 }`, and 1440 for 1,440.00.
 * @param stories all parts of a document that contain text
 * @returns the edits for each part
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

/** Returns whether a part refers to bookmarks or styles, which may be in any other part. */
export const refersElsewhere = ({ fields }: WordStory): boolean =>
  fields.some((field) => targetOf(field) !== undefined);

/**
 * Matches formulas, which LibreOffice prints without their number format, and fields about the document, which it reads
 * from properties that may be empty or newer.
 */
const computedDifferently =
  /^\s*(?:=|(?:TITLE|SUBJECT|KEYWORDS|COMMENTS|TEMPLATE|SAVEDATE|PRINTDATE|EDITTIME|NUMWORDS|NUMCHARS|REVNUM|MERGEREC)\b)/i;

const isGuessed = ({ code, isComputed }: WordField) => isComputed || computedDifferently.test(code);

interface Target {
  kind: "bookmark" | "style";
  name: string;
}

/** Matches a field's name and its first argument, with or without quotes (ECMA-376-1, 17.16.5). */
const codeParts = /^\s*(\w+)\s+(?:"([^"]*)"|([^\s"\\]+))/;

/** Returns the bookmark or style that a field refers to and that LibreOffice would look up. */
function targetOf({ code }: WordField): Target | undefined {
  const [, kind = "", quoted, bare] = codeParts.exec(code) ?? [];
  const name = quoted ?? bare ?? "";
  if (/^(REF|PAGEREF)$/i.test(kind)) return { kind: "bookmark", name };
  if (/^STYLEREF$/i.test(kind)) return { kind: "style", name: styleKey(/^\d$/.test(name) ? `Heading${name}` : name) };
  return undefined;
}

/** Returns the bookmarks, by exact name as in LibreOffice, and the styles in use. */
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
 * Returns the key of a style. A field states the style's name in the author's language; LibreOffice looks it up by its
 * identifier, which contains only these characters of the name.
 */
const styleKey = (name: string) => name.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();
