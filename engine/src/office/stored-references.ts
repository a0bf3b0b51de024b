import { applyEdits, nameBeside, type XmlEdit } from "../xml/xml-edits.ts";
import { type XmlElement, xmlEvents } from "../xml/xml-events.ts";

/**
 * Replaces references that LibreOffice would print wrongly by their stored text. Writer shows the result of a
 * reference's last update. On export LibreOffice computes all references again: it prints "Error: Reference source not
 * found" for a missing target, and nothing for the text of an empty bookmark, which some programs use to mark a
 * position.
 * @param parts parts of an OpenDocument text by name, one character for each byte
 * @returns the changed parts
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

/** Parts without these elements need not be parsed. */
const anyReference = /:(?:bookmark|reference|sequence|note)-ref\b/;

/** Whether each target contains text, by its type and name. */
type Targets = Map<string, boolean>;

interface Reference {
  /** The target's type and name. */
  target: string;
  /**
   * Whether the text of the target is wanted. Pages, chapters, numbers and directions are known for a target without
   * text too.
   */
  wantsText: boolean;
  /** Edits that replace it by its stored text. */
  edits: XmlEdit[];
}

function isLost({ target, wantsText }: Reference, targets: Targets): boolean {
  const holdsText = targets.get(target);
  return holdsText === undefined || (!holdsText && wantsText);
}

/** Returns the reference that an element is; undefined for other elements. */
function referenceOf(element: XmlElement, endTag: { from: number; to: number }): Reference | undefined {
  const kind = /^text:(bookmark|reference|sequence|note)-ref$/.exec(element.name)?.[1];
  const name = element.attributes["text:ref-name"];
  if (kind === undefined || name === undefined) return undefined;
  const span = nameBeside(element, "span");
  const edits = element.isEmpty
    ? [{ ...element, text: "" }]
    : [
        { ...element, text: `<${span}>` },
        { ...endTag, text: `</${span}>` },
      ];
  return { target: `${kind} ${name}`, wantsText: element.attributes["text:reference-format"] === "text", edits };
}

/**
 * By element, the type of reference that it is a target of and its name attribute (ODF 1.3-3, 6.2.1, 7.7 and 7.4.13).
 */
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

/** @returns empty lists for a part that is not well-formed */
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
    // Deleted text is removed when tracked changes are accepted.
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
 * Returns whether a bookmark is Writer's mark of a numbered paragraph. A reference to it shows the whole paragraph,
 * wherever in it the mark is.
 */
const isWholeParagraph = (key: string) => key.startsWith("bookmark __RefNumPara__");
