import { asBytes, asText } from "../sheet/xml-text.ts";
import { applyEdits, attributesText, changedTag, escapeText, nameBeside, type XmlEdit } from "../xml/xml-edits.ts";
import { type XmlElement, xmlEvents } from "../xml/xml-events.ts";

/**
 * Replaces each form control of a document by a shape with the control's text. Without a window LibreOffice does not
 * draw controls and reports nothing, but ticks and filled-in fields are the purpose of such a document.
 * @param parts parts of an OpenDocument text by name, one character for each byte
 * @returns the changed parts, and whether a control that would print could not be drawn
 */
export function withDrawnControls(parts: ReadonlyMap<string, string>): {
  changed: Map<string, string>;
  isMissing: boolean;
} {
  const changed = new Map<string, string>();
  // Most documents show no control and need not be parsed.
  if (![...parts.values()].some((xml) => xml.includes(":control"))) return { changed, isMissing: false };
  const read = [...parts].map(([name, bytes]) => ({ name, ...readPart(bytes) }));
  const controls = new Map(read.flatMap((part) => [...part.controls]));
  let isMissing = false;
  for (const part of read) {
    const { edits, isIncomplete } = drawControls(part, controls);
    if (edits.length > 0) changed.set(part.name, asBytes(applyEdits(part.xml, edits)));
    isMissing ||= isIncomplete;
  }
  return { changed, isMissing };
}

type Frame = "box" | "line" | "words";

/** The appearance of a control, and its text. */
interface Look {
  frame: Frame;
  words: string;
}

type Attributes = XmlElement["attributes"];

/** A control by its element's name (ODF 1.3-3, 13.5). */
interface Control {
  kind: string;
  attributes: Attributes;
  /** The chosen options of a list. */
  chosen: string[];
}

interface Part {
  xml: string;
  /** By identifier. */
  controls: Map<string, Control>;
  /** Elements that show a control, with the positions of their end tags. */
  shown: { element: XmlElement; end: { from: number; to: number } }[];
  /** By style, the attributes of its graphics. */
  graphics: Map<string, Attributes>;
  /** Position for further styles; undefined where no shapes can be written. */
  stylesEnd: number | undefined;
}

/** Prefixes with which shapes and their styles are written. */
const prefixes = ["draw", "fo", "style", "svg", "text"];

/** Reads a part. Nothing can be written in one that is not well-formed, or not in UTF-8. */
function readPart(bytes: string): Part {
  const xml = asText(bytes);
  const part: Part = { xml, controls: new Map(), shown: [], graphics: new Map(), stylesEnd: undefined };
  let declared: Record<string, string> | undefined;
  let control: Control | undefined;
  let style = "";
  for (const event of xmlEvents(xml)) {
    if (event.kind === "fault") part.stylesEnd = undefined;
    if (event.kind === "text" || event.kind === "fault") continue;
    const { element } = event;
    const { name, local, attributes } = element;
    if (event.kind === "close") {
      if (name === "draw:control") part.shown.push({ element, end: event });
      const takesStyles = name === "office:automatic-styles" && !element.isEmpty;
      if (takesStyles && prefixes.every((prefix) => declared?.[prefix] !== undefined)) part.stylesEnd ??= event.from;
      continue;
    }
    declared ??= element.tag.ns;
    if (name === "style:style") style = attributes["style:name"] ?? "";
    if (name === "style:graphic-properties") part.graphics.set(style, attributes);
    if (name === "form:option" && isOn(attributes, "selected")) control?.chosen.push(attributes["form:label"] ?? "");
    const id = attributes["form:id"] ?? attributes["xml:id"];
    if (!name.startsWith("form:") || id === undefined) continue;
    control = { kind: local, attributes, chosen: [] };
    part.controls.set(id, control);
  }
  if (asBytes(xml) !== bytes) part.stylesEnd = undefined;
  return part;
}

/** Returns the current value of an attribute, or the initial one where no current value is stated. */
const currentValue = (attributes: Attributes, name: string) =>
  attributes[`form:current-${name}`] ?? attributes[`form:${name}`] ?? "";
const isOn = (attributes: Attributes, name: string) => /^(?:true|checked)$/.test(currentValue(attributes, name));

/** @returns undefined for a control that shows more than text, or text in its own format */
function lookOf({ kind, attributes, chosen }: Control): Look | undefined {
  const label = attributes["form:label"] ?? "";
  const value = currentValue(attributes, "value");
  // Uses box characters that no font draws as coloured emoji.
  const mark = (yes: string, no: string, name: string): Look => ({
    frame: "line",
    words: `${isOn(attributes, name) ? yes : no} ${label}`,
  });
  if (kind === "checkbox") return mark("☒", "☐", "state");
  if (kind === "radio") return mark("◉", "○", "selected");
  if (kind === "fixed-text") return { frame: "words", words: label };
  if (kind === "frame") return { frame: "box", words: label };
  if (kind === "button") return label || !attributes["form:image-data"] ? { frame: "box", words: label } : undefined;
  if (kind === "listbox") return { frame: "box", words: chosen.join("\n") };
  if (/^(?:text|textarea|combobox)$/.test(kind)) return { frame: "box", words: value };
  const isField = /^(?:formatted-text|number|date|time|password|file)$/.test(kind);
  const isNumber = /\.(?:Numeric|Currency)Field$/.test(attributes["form:control-implementation"] ?? "");
  return isField && (isNumber || value === "") ? { frame: "box", words: value } : undefined;
}

/** Returns whether a control would print. Hidden and non-printing controls need no shape. */
const prints = ({ kind, attributes }: Control) => kind !== "hidden" && attributes["form:printable"] !== "false";

/** Returns edits that replace controls by shapes, and whether a control that would print could not be drawn. */
function drawControls({ shown, graphics, stylesEnd }: Part, controls: ReadonlyMap<string, Control>) {
  const edits: XmlEdit[] = [];
  const styles = new Map<string, string>();
  let isIncomplete = false;
  for (const { element, end } of shown) {
    const { attributes } = element;
    const control = controls.get(attributes["draw:control"] ?? "");
    if (!control || !prints(control)) continue;
    const look = stylesEnd === undefined ? undefined : lookOf(control);
    if (!look) {
      isIncomplete = true;
      continue;
    }
    const base = attributes["draw:style-name"] ?? "";
    const style = `${base}_control_${look.frame}`;
    styles.set(style, graphicStyle(style, look.frame, graphics.get(base) ?? {}));
    const name = nameBeside(element, "rect");
    const changes = { "draw:control": undefined, "draw:style-name": style };
    edits.push({ ...element, text: changedTag(element, changes, { name, isEmpty: false }) });
    edits.push({ ...end, text: `${paragraph(look.words, attributes["draw:text-style-name"])}</${name}>` });
  }
  if (stylesEnd !== undefined) edits.push({ from: stylesEnd, to: stylesEnd, text: [...styles.values()].join("") });
  return { edits: styles.size === 0 ? [] : edits, isIncomplete };
}

function paragraph(words: string, style: string | undefined): string {
  const lines = words.split(/\r?\n|\r/).map(escapeText);
  return `<text:p${attributesText([["text:style-name", style]])}>${lines.join("<text:line-break/>")}</text:p>`;
}

/** Attributes that place a shape in the surrounding text. */
const placing =
  /^(?:style:(?:wrap|run-through|flow-with-text|(?:vertical|horizontal)-(?:pos|rel))|draw:wrap-influence-on-position|fo:margin(?:-\w+)?)$/;

const looks: Record<Frame, string> = {
  box: 'draw:stroke="solid" svg:stroke-width="0.02cm" svg:stroke-color="#808080" fo:padding="0.05cm" fo:wrap-option="wrap"',
  line: 'draw:stroke="none" fo:padding="0cm" fo:wrap-option="no-wrap"',
  words: 'draw:stroke="none" fo:padding="0cm" fo:wrap-option="wrap"',
};

function graphicStyle(name: string, frame: Frame, base: Attributes): string {
  const placed = attributesText(Object.entries(base).filter(([key]) => placing.test(key)));
  const graphics = `<style:graphic-properties draw:fill="none" draw:auto-grow-height="false" draw:textarea-horizontal-align="left" draw:textarea-vertical-align="middle" ${looks[frame]}${placed}/>`;
  return `<style:style${attributesText([["style:name", name]])} style:family="graphic">${graphics}</style:style>`;
}
