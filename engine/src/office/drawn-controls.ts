import { attribute } from "../detect/package.ts";

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
  const shown = [...parts].filter(([, xml]) => xml.includes("<draw:control"));
  if (shown.length === 0) return { changed, isMissing: false };
  const controls = new Map([...parts.values()].flatMap((xml) => [...controlsIn(xml)]));
  let isMissing = false;
  for (const [name, xml] of shown) {
    const drawn = drawnIn(xml, controls);
    if (drawn.xml !== xml) changed.set(name, drawn.xml);
    isMissing ||= drawn.isMissing;
  }
  return { changed, isMissing };
}

type Frame = "box" | "line" | "words";

/** The appearance of a control, and its text as markup. */
interface Look {
  frame: Frame;
  words: string;
}

/** A control by its element's name (ODF 1.3-3, 13.5). */
interface Control {
  kind: string;
  attributes: string;
  /** The chosen options of a list. */
  chosen: string[];
}

const rest = `([^<>"']*(?:"[^"<]*"[^<>"']*|'[^'<]*'[^<>"']*)*)`;
const formTag = new RegExp(String.raw`<form:([\w-]+)(?=[\s/>])${rest}>`, "g");
const controlTag = new RegExp(String.raw`<(/?)draw:control(?=[\s/>])${rest}>`, "g");

function controlsIn(xml: string): Map<string, Control> {
  const controls = new Map<string, Control>();
  let list: Control | undefined;
  for (const [, kind = "", attributes = ""] of xml.matchAll(formTag)) {
    const id = attribute(attributes, "form:id") ?? attribute(attributes, "xml:id");
    if (kind === "option" && isOn(attributes, "selected")) list?.chosen.push(attribute(attributes, "form:label") ?? "");
    if (id === undefined) continue;
    list = { kind, attributes, chosen: [] };
    controls.set(id, list);
  }
  return controls;
}

/** Returns the current value of an attribute, or the initial one where no current value is stated. */
const currentValue = (attributes: string, name: string) =>
  attribute(attributes, `form:current-${name}`) ?? attribute(attributes, `form:${name}`) ?? "";
const isOn = (attributes: string, name: string) => /^(?:true|checked)$/.test(currentValue(attributes, name));

/** @returns undefined for a control that shows more than text, or text in its own format */
function lookOf({ kind, attributes, chosen }: Control): Look | undefined {
  const label = attribute(attributes, "form:label") ?? "";
  const value = currentValue(attributes, "value");
  // Uses box characters that no font draws as coloured emoji.
  const mark = (yes: string, no: string, name: string): Look => ({
    frame: "line",
    words: `&#x${isOn(attributes, name) ? yes : no}; ${label}`,
  });
  if (kind === "checkbox") return mark("2612", "2610", "state");
  if (kind === "radio") return mark("25c9", "25cb", "selected");
  if (kind === "fixed-text") return { frame: "words", words: label };
  if (kind === "frame") return { frame: "box", words: label };
  if (kind === "button")
    return label || !attribute(attributes, "form:image-data") ? { frame: "box", words: label } : undefined;
  if (kind === "listbox") return { frame: "box", words: chosen.join("&#10;") };
  if (/^(?:text|textarea|combobox)$/.test(kind)) return { frame: "box", words: value };
  const isField = /^(?:formatted-text|number|date|time|password|file)$/.test(kind);
  const isNumber = /\.(?:Numeric|Currency)Field"/.test(attributes);
  return isField && (isNumber || value === "") ? { frame: "box", words: value } : undefined;
}

/** Returns whether a control would print. Hidden and non-printing controls need no shape. */
const prints = ({ kind, attributes }: Control) =>
  kind !== "hidden" && attribute(attributes, "form:printable") !== "false";

function drawnIn(xml: string, controls: ReadonlyMap<string, Control>): { xml: string; isMissing: boolean } {
  let isMissing = false;
  const canDraw = needed.every((each) => xml.includes(each));
  const styles = new Map<string, { base: string; frame: Frame }>();
  const open: string[] = [];
  const drawn = xml.replaceAll(controlTag, (tag, end: string, attributes: string) => {
    if (end) return open.pop() || tag;
    const isClosed = attributes.endsWith("/");
    const control = controls.get(attribute(attributes, "draw:control") ?? "");
    const look = control && prints(control) && canDraw ? lookOf(control) : undefined;
    if (!look) {
      isMissing ||= control !== undefined && prints(control);
      if (!isClosed) open.push("");
      return tag;
    }
    const base = quotable(attribute(attributes, "draw:style-name"));
    const style = `${base}_control_${look.frame}`;
    styles.set(style, { base, frame: look.frame });
    const others = attributes.replace(/\/$/, "").replaceAll(/\sdraw:(?:control|style-name)=(?:"[^"]*"|'[^']*')/g, "");
    const start = `<draw:rect draw:style-name="${style}"${others}>`;
    const words = `${paragraph(look.words, quotable(attribute(attributes, "draw:text-style-name")))}</draw:rect>`;
    if (isClosed) return start + words;
    open.push(words);
    return start;
  });
  if (styles.size === 0) return { xml, isMissing };
  const properties = graphicProperties(xml);
  const added = [...styles].map(([name, { base, frame }]) => graphicStyle(name, frame, properties.get(base) ?? ""));
  return { xml: drawn.replace("</office:automatic-styles>", (closing) => added.join("") + closing), isMissing };
}

const spaces = ["draw", "fo", "style", "svg", "text"].map((prefix) => `xmlns:${prefix}=`);
const needed = ["</office:automatic-styles>", ...spaces];

/** Escapes a name that may have been in single quotes for double quotes. */
const quotable = (name = "") => name.replaceAll('"', "&quot;");

/** @param words text as in an attribute, which may contain line ends but no tags */
function paragraph(words: string, style: string): string {
  const lines = words
    .replaceAll(">", "&gt;")
    .replaceAll(/&#(?:13|x0*d);&#(?:10|x0*a);|&#(?:1[03]|x0*[ad]);/gi, "<text:line-break/>");
  return `<text:p${style && ` text:style-name="${style}"`}>${lines}</text:p>`;
}

/** Returns for each style the attributes that place a shape in the surrounding text. */
function graphicProperties(xml: string): Map<string, string> {
  const properties = new Map<string, string>();
  let name = "";
  for (const [, style, graphic] of xml.matchAll(/<style:(?:style\b([^<>]*)|graphic-properties\b([^<>]*))>/g)) {
    if (style !== undefined) name = attribute(style, "style:name") ?? "";
    else properties.set(name, [...(graphic ?? "").matchAll(placing)].map(([one]) => one).join(""));
  }
  return properties;
}

const placing =
  /\s(?:style:(?:wrap|run-through|flow-with-text|(?:vertical|horizontal)-(?:pos|rel))|draw:wrap-influence-on-position|fo:margin(?:-\w+)?)="[^"<]*"/g;

const looks: Record<Frame, string> = {
  box: 'draw:stroke="solid" svg:stroke-width="0.02cm" svg:stroke-color="#808080" fo:padding="0.05cm" fo:wrap-option="wrap"',
  line: 'draw:stroke="none" fo:padding="0cm" fo:wrap-option="no-wrap"',
  words: 'draw:stroke="none" fo:padding="0cm" fo:wrap-option="wrap"',
};

const graphicStyle = (name: string, frame: Frame, placed: string) =>
  `<style:style style:name="${name}" style:family="graphic"><style:graphic-properties draw:fill="none" draw:auto-grow-height="false" draw:textarea-horizontal-align="left" draw:textarea-vertical-align="middle" ${looks[frame]}${placed}/></style:style>`;
