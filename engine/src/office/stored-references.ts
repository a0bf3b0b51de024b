import { applyEdits, type XmlEdit } from "../xml/xml-edits.ts";
import { type XmlElement, xmlEvents } from "../xml/xml-events.ts";

/**
 * Writer shows a reference as it was when it was last brought up to date. LibreOffice computes all of them anew: it
 * prints "Error: Reference source not found" for a target that is gone, and nothing for the text of a bookmark that
 * holds none, as programs write them that only need a place to point to. Such references become the text that is stored
 * in them.
 * @param parts of an OpenDocument text, by name; one character for each byte
 * @returns those that were changed
 */
export function withStoredReferences(parts: ReadonlyMap<string, string>): Map<string, string> {
  const changed = new Map<string, string>();
  if (![...parts.values()].some((xml) => anyReference.test(xml))) return changed;
  const read = [...parts].map(([name, xml]) => ({ name, xml, ...readReferences(xml) }));
  const targets: Targets = new Map(read.flatMap((part) => [...part.targets]));
  for (const { name, xml, references } of read) {
    const edits = references.filter((one) => isLost(one, targets)).flatMap((one) => one.edits);
    if (edits.length > 0) changed.set(name, applyEdits(xml, edits));
  }
  return changed;
}

/** Parts without these need not be parsed. */
const anyReference = /:(?:bookmark|reference|sequence|note)-ref\b/;

/** Whether a target holds text, by its kind and its name. */
type Targets = Map<string, boolean>;

interface Reference {
  /** Its target's kind and name. */
  target: string;
  /** Pages, chapters, numbers and directions can be told of a place without text too. */
  wantsText: boolean;
  /** What makes it the text that is stored in it. */
  edits: XmlEdit[];
}

function isLost({ target, wantsText }: Reference, targets: Targets): boolean {
  const holdsText = targets.get(target);
  return holdsText === undefined || (!holdsText && wantsText);
}

/** The reference that ends here; undefined for other elements. */
function referenceOf(element: XmlElement, endTag: { from: number; to: number }): Reference | undefined {
  const kind = /^text:(bookmark|reference|sequence|note)-ref$/.exec(element.name)?.[1];
  const name = element.attributes["text:ref-name"];
  if (kind === undefined || name === undefined) return undefined;
  const span = element.tag.name.replace(/[\w-]+$/, "span");
  const edits = element.isEmpty
    ? [{ from: element.from, to: element.to, text: "" }]
    : [
        { from: element.from, to: element.to, text: `<${span}>` },
        { from: endTag.from, to: endTag.to, text: `</${span}>` },
      ];
  return { target: `${kind} ${name}`, wantsText: element.attributes["text:reference-format"] === "text", edits };
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

/** @returns nothing of a part that is not well-formed */
function readReferences(xml: string): { targets: Targets; references: Reference[] } {
  const targets: Targets = new Map();
  const references: Reference[] = [];
  const begun = new Map<string, number>();
  let texts = 0;
  let isDeleted = false;
  for (const event of xmlEvents(xml)) {
    if (event.kind === "fault") return { targets: new Map(), references: [] };
    if (event.kind === "text") {
      if (/\S/.test(event.text)) texts++;
      continue;
    }
    const { name, attributes } = event.element;
    // What was deleted is no longer there once the changes are accepted.
    if (name === "text:tracked-changes") isDeleted = event.kind === "open";
    const reference = event.kind === "close" ? referenceOf(event.element, event) : undefined;
    if (reference) references.push(reference);
    const [kind, nameOf] = (event.kind === "open" && !isDeleted && targetElements[name]) || [];
    if (kind === undefined || nameOf === undefined) continue;
    const key = `${kind} ${attributes[nameOf] ?? ""}`;
    if (name.endsWith("-start")) begun.set(key, texts);
    else if (!name.endsWith("-end")) targets.set(key, kind === "sequence" || kind === "note" || isWholeParagraph(key));
    else if (begun.has(key)) targets.set(key, begun.get(key) !== texts || isWholeParagraph(key));
  }
  return { targets, references };
}

/**
 * Writer's own mark of a numbered paragraph: what refers to it gets all of the paragraph, wherever in it the mark
 * stands.
 */
const isWholeParagraph = (key: string) => key.startsWith("bookmark __RefNumPara__");
