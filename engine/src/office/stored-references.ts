import { attribute } from "../detect/package.ts";
import { unescapeXml } from "../sheet/xml-text.ts";

/**
 * Writer shows a reference as it was when it was last brought up to date. LibreOffice computes all of them anew: it
 * prints "Error: Reference source not found" for a target that is gone, and nothing for the text of a bookmark that
 * holds none, as programs write them that only need a place to point to. Such references become the text that is stored
 * in them.
 * @param parts of an OpenDocument letter, by name; one character for each byte
 * @returns those that were changed
 */
export function withStoredReferences(parts: ReadonlyMap<string, string>): Map<string, string> {
  const changed = new Map<string, string>();
  if (![...parts.values()].some((xml) => anyReference.test(xml))) return changed;
  const targets = new Map([...parts.values()].flatMap((xml) => [...targetsIn(xml)]));
  for (const [name, xml] of parts) {
    const stored = replaced(xml, targets);
    if (stored !== xml) changed.set(name, stored);
  }
  return changed;
}

const anyReference = /<text:(?:bookmark|reference|sequence|note)-ref\b/;

/** A tag's attributes, and the "/" of one that is an element of its own. A sign of markup in quotes ends none. */
const rest = `([^<>"']*(?:"[^"<]*"[^<>"']*|'[^'<]*'[^<>"']*)*)`;
const referenceTag = new RegExp(String.raw`<(/?)text:(bookmark|reference|sequence|note)-ref\b${rest}>`, "g");
const tagOrText = new RegExp(String.raw`<(/?[\w:.-]+)(?=[\s/>])${rest}>|[^<\s][^<]*`, "g");

/** Whether a target holds text, by its kind and its name. */
type Targets = Map<string, boolean>;

function replaced(xml: string, targets: Targets): string {
  const open: boolean[] = [];
  return xml.replaceAll(referenceTag, (tag, end: string, kind: string, attributes: string) => {
    if (end) return open.pop() ? "</text:span>" : tag;
    const isLost = isLostReference(kind, attributes, targets);
    if (!attributes.endsWith("/")) open.push(isLost);
    else if (isLost) return "";
    return isLost ? "<text:span>" : tag;
  });
}

/** Pages, chapters, numbers and directions can be told of a place without text too. */
function isLostReference(kind: string, attributes: string, targets: Targets): boolean {
  const name = attribute(attributes, "text:ref-name");
  if (name === undefined) return false;
  const holdsText = targets.get(`${kind} ${unescapeXml(name)}`);
  return holdsText === undefined || (!holdsText && attribute(attributes, "text:reference-format") === "text");
}

/** Which elements are targets of which kind of reference, and what names them (ODF 1.3-3, 6.2.1, 7.7 and 7.4.13). */
const targetElements: Record<string, [kind: string, name: string]> = {
  "text:bookmark": ["bookmark", "text:name"],
  "text:bookmark-start": ["bookmark", "text:name"],
  "text:bookmark-end": ["bookmark", "text:name"],
  "text:reference-mark": ["reference", "text:name"],
  "text:reference-mark-start": ["reference", "text:name"],
  "text:reference-mark-end": ["reference", "text:name"],
  "text:sequence": ["sequence", "text:ref-name"],
  "text:note": ["note", "text:id"],
};

function targetsIn(xml: string): Targets {
  const targets: Targets = new Map();
  const begun = new Map<string, number>();
  let texts = 0;
  let isDeleted = false;
  for (const [, tag, attributes = ""] of xml.matchAll(tagOrText)) {
    if (tag === undefined) texts++;
    // What was deleted is no longer there once the changes are accepted.
    else if (tag.endsWith("text:tracked-changes") && !attributes.endsWith("/")) isDeleted = !tag.startsWith("/");
    const [kind, nameOf] = (!isDeleted && targetElements[tag ?? ""]) || [];
    if (tag === undefined || kind === undefined || nameOf === undefined) continue;
    const key = `${kind} ${unescapeXml(attribute(attributes, nameOf) ?? "")}`;
    if (tag.endsWith("-start")) begun.set(key, texts);
    else if (!tag.endsWith("-end")) targets.set(key, kind === "sequence" || kind === "note" || isWholeParagraph(key));
    else if (begun.has(key)) targets.set(key, begun.get(key) !== texts || isWholeParagraph(key));
  }
  return targets;
}

/**
 * Writer's own mark of a numbered paragraph: what refers to it gets all of the paragraph, wherever in it the mark
 * stands.
 */
const isWholeParagraph = (key: string) => key.startsWith("bookmark __RefNumPara__");
