import type { Declaration } from "./css-shorthands.ts";
import { longhands } from "./css-shorthands.ts";
import { hexColour, parseLegacyColour } from "./css-values.ts";
import { entryOf } from "./entry-of.ts";
import { attribute, type Element, isElement } from "./parse-html.ts";

/** The style of elements in browsers (WHATWG HTML, section 15.3), as far as Sheaf prints it. */
const sheet: [elements: string, style: string][] = [
  [
    "html body address blockquote center dialog div dl dt dd fieldset figure figcaption footer form header hgroup hr legend listing main menu nav ol p plaintext pre search section article aside details summary ul xmp h1 h2 h3 h4 h5 h6 optgroup option",
    "display:block",
  ],
  [
    "area base basefont datalist head link meta noembed noframes param rp script style template title noscript iframe object embed applet audio video canvas frameset frame dialog option optgroup source track",
    "display:none",
  ],
  ["p blockquote figure dl ol ul menu pre", "margin-top:1em;margin-bottom:1em"],
  ["blockquote figure", "margin-left:40px;margin-right:40px"],
  ["dd", "margin-left:40px"],
  ["ol ul menu", "padding-left:40px"],
  ["ul menu", "list-style-type:disc"],
  ["ol", "list-style-type:decimal"],
  ["li", "display:list-item"],
  ["h1", "font-size:2em;margin-top:.67em;margin-bottom:.67em;font-weight:bold"],
  ["h2", "font-size:1.5em;margin-top:.83em;margin-bottom:.83em;font-weight:bold"],
  ["h3", "font-size:1.17em;margin-top:1em;margin-bottom:1em;font-weight:bold"],
  ["h4", "margin-top:1.33em;margin-bottom:1.33em;font-weight:bold"],
  ["h5", "font-size:.83em;margin-top:1.67em;margin-bottom:1.67em;font-weight:bold"],
  ["h6", "font-size:.67em;margin-top:2.33em;margin-bottom:2.33em;font-weight:bold"],
  ["b strong", "font-weight:bold"],
  ["i em cite var dfn address", "font-style:italic"],
  ["u ins", "text-decoration-line:underline"],
  ["s strike del", "text-decoration-line:line-through"],
  ["tt code kbd samp", "font-family:monospace;font-size:.83em"],
  ["pre xmp listing plaintext", "font-family:monospace;font-size:.83em;white-space:pre"],
  ["textarea", "font-family:monospace;font-size:.83em;white-space:pre-wrap;display:inline-block"],
  ["small", "font-size:smaller"],
  ["big", "font-size:larger"],
  ["sub", "vertical-align:sub;font-size:smaller"],
  ["sup", "vertical-align:super;font-size:smaller"],
  ["center", "text-align:center;-sheaf-block-align:center"],
  ["nobr", "white-space:nowrap"],
  ["mark", "background-color:#ffff00"],
  ["table", "display:table;border-collapse:separate;text-indent:0;border-spacing:2px"],
  ["caption", "display:table-caption;text-align:center"],
  ["thead", "display:table-header-group"],
  ["tbody", "display:table-row-group"],
  ["tfoot", "display:table-footer-group"],
  ["tr", "display:table-row"],
  ["col", "display:table-column"],
  ["colgroup", "display:table-column-group"],
  ["td th", "display:table-cell;padding-top:1px;padding-right:1px;padding-bottom:1px;padding-left:1px"],
  ["th", "font-weight:bold;text-align:center"],
  ["td th tr thead tbody tfoot", "vertical-align:middle"],
  [
    "fieldset",
    "border-top-width:1px;border-right-width:1px;border-bottom-width:1px;border-left-width:1px;border-top-style:solid;border-right-style:solid;border-bottom-style:solid;border-left-style:solid;border-top-color:#c0c0c0;border-right-color:#c0c0c0;border-bottom-color:#c0c0c0;border-left-color:#c0c0c0;padding-top:6px;padding-right:12px;padding-bottom:8px;padding-left:12px",
  ],
  ["hr", "margin-top:.5em;margin-bottom:.5em"],
  [
    "button input select",
    "display:inline-block;font-size:13.33px;font-family:sans-serif;text-align:left;color:#000000",
  ],
];

const byTag = new Map<string, Declaration[]>();
for (const [elements, style] of sheet) {
  const declarations = style.split(";").map((one): Declaration => {
    const colon = one.indexOf(":");
    return [one.slice(0, colon), one.slice(colon + 1)];
  });
  for (const tag of elements.split(" ")) byTag.set(tag, [...(byTag.get(tag) ?? []), ...declarations]);
}

/** Returns the declarations that browsers apply to an element by its name and attributes, weakest first. */
export function browserStyle(element: Element, isQuirky: boolean): Declaration[] {
  const own = byTag.get(element.tagName) ?? [];
  return [...own, ...(isQuirky && element.tagName === "table" ? quirkyTable : []), ...hints(element)];
}

/** Tables of pages without a document type do not take over the text's style (WHATWG Quirks Mode, section 3.5). */
const quirkyTable: Declaration[] = [
  ["font-size", "medium"],
  ["font-weight", "normal"],
  ["font-style", "normal"],
  ["line-height", "normal"],
  ["text-align", "start"],
  ["white-space", "normal"],
  ["-sheaf-block-align", "left"],
];

/** Returns the declarations that stand for attributes of old HTML (WHATWG HTML, section 15.3, presentational hints). */
function hints(element: Element): Declaration[] {
  const found: Declaration[] = [];
  if (element.tagName === "dialog" && attribute(element, "open") !== undefined) found.push(["display", "block"]);
  if (element.tagName === "a" && attribute(element, "href") !== undefined)
    found.push(["color", "#0000ee"], ["text-decoration-line", "underline"]);
  if (isList(element) && element.parentNode && isElement(element.parentNode) && isInList(element.parentNode))
    found.push(["margin-top", "0"], ["margin-bottom", "0"]);
  for (const { name, value } of element.attrs) entryOf(hintOf, name)?.(element, value, found);
  if (element.tagName === "td" || element.tagName === "th") found.push(...cellHints(element));
  return found;
}

const isList = ({ tagName }: Element) => tagName === "ul" || tagName === "ol" || tagName === "menu";
const isInList = (parent: Element) => isList(parent) || parent.tagName === "li";

type Hint = (element: Element, value: string, found: Declaration[]) => void;

const isTablePart = (tag: string) => /^(?:table|thead|tbody|tfoot|tr|td|th|col|colgroup)$/.test(tag);
const replaced = (tag: string) => /^(?:img|input|object|embed|video|canvas)$/.test(tag);

const size =
  (name: string): Hint =>
  ({ tagName }, value, found) => {
    if (!isTablePart(tagName) && !replaced(tagName) && tagName !== "hr") return;
    const length = pixelsOrPercent(value);
    if (length !== undefined) found.push([name, length]);
  };

/** "600", "600px" or "50%" of an attribute. */
function pixelsOrPercent(value: string): string | undefined {
  const [, number, unit] = /^\s*(\d+(?:\.\d+)?)\s*(%?)/.exec(value) ?? [];
  return number === undefined ? undefined : `${Number(number)}${unit === "%" ? "%" : "px"}`;
}

const fontSizes = ["10px", "13px", "16px", "18px", "24px", "32px", "48px"];

const hintOf: Record<string, Hint> = {
  hidden: (_, value, found) => found.push(["display", value.toLowerCase() === "until-found" ? "block" : "none"]),
  width: size("width"),
  height: size("height"),
  bgcolor: (_, value, found) => pushColour("background-color", value, found),
  text: ({ tagName }, value, found) => {
    if (tagName === "body") pushColour("color", value, found);
  },
  color: ({ tagName }, value, found) => {
    if (tagName === "font" || tagName === "basefont") pushColour("color", value, found);
  },
  face: ({ tagName }, value, found) => {
    if (tagName === "font") found.push(["font-family", value]);
  },
  size: ({ tagName }, value, found) => {
    if (tagName !== "font") return;
    const [, sign, digits] = /^\s*([+-]?)(\d+)/.exec(value) ?? [];
    if (digits === undefined) return;
    const step = Number(digits) * (sign === "-" ? -1 : 1) + (sign ? 3 : 0);
    found.push(["font-size", fontSizes[Math.min(7, Math.max(1, step)) - 1] ?? "16px"]);
  },
  align: ({ tagName }, value, found) => {
    const side = value.trim().toLowerCase();
    if (tagName === "table") {
      if (side === "center") found.push(["margin-left", "auto"], ["margin-right", "auto"]);
      else if (side === "right") found.push(["-sheaf-block-align-self", "right"]);
    } else if (tagName === "img") {
      if (side === "left" || side === "right") found.push(["float", side]);
    } else if (tagName === "hr" || tagName === "col" || tagName === "colgroup") return;
    else if (["left", "center", "right", "justify", "middle"].includes(side)) {
      const text = side === "middle" ? "center" : side;
      found.push(["text-align", text], ["-sheaf-block-align", text === "justify" ? "left" : text]);
    }
  },
  valign: ({ tagName }, value, found) => {
    if (isTablePart(tagName)) found.push(["vertical-align", value.trim().toLowerCase()]);
  },
  nowrap: ({ tagName }, _, found) => {
    if (tagName === "td" || tagName === "th") found.push(["white-space", "nowrap"]);
  },
  wrap: ({ tagName }, _, found) => {
    if (tagName === "pre") found.push(["white-space", "pre-wrap"]);
  },
  border: ({ tagName }, value, found) => {
    if (tagName !== "table" && tagName !== "img") return;
    const width = Number.parseInt(value === "" ? "1" : value, 10);
    if (!(width > 0)) return;
    found.push(...longhands("border", `${Math.min(width, 20)}px solid #808080`));
  },
  cellspacing: ({ tagName }, value, found) => {
    if (tagName === "table") found.push(["border-spacing", `${Number.parseInt(value, 10) || 0}px`]);
  },
  background: (_, value, found) => found.push(["background-image", `url(${value.slice(0, 20)})`]),
  dir: (_, value, found) => {
    const direction = value.trim().toLowerCase();
    if (direction === "rtl" || direction === "ltr") found.push(["direction", direction]);
  },
  type: ({ tagName }, value, found) => {
    if (!/^(?:ol|ul|li)$/.test(tagName)) return;
    const types: Record<string, string> = {
      "1": "decimal",
      a: "lower-alpha",
      A: "upper-alpha",
      i: "lower-roman",
      I: "upper-roman",
    };
    const type = entryOf(types, value) ?? (/^(?:disc|circle|square)$/i.test(value) ? value.toLowerCase() : undefined);
    if (type !== undefined) found.push(["list-style-type", type]);
  },
  clear: ({ tagName }, value, found) => {
    if (tagName === "br") found.push(["clear", value.toLowerCase() === "all" ? "both" : value.toLowerCase()]);
  },
};

function pushColour(name: string, value: string, found: Declaration[]): void {
  const colour = parseLegacyColour(value);
  if (colour) found.push([name, hexColour(colour)]);
}

/** Returns what a cell takes over from its table's `cellpadding` and `border`. */
function cellHints(cell: Element): Declaration[] {
  const table = tableOf(cell);
  if (!table) return [];
  const found: Declaration[] = [];
  const padding = attribute(table, "cellpadding");
  if (padding !== undefined)
    found.push(...longhands("padding", `${Math.min(50, Number.parseInt(padding, 10) || 0)}px`));
  const border = attribute(table, "border");
  if (border !== undefined && border.trim() !== "0" && attribute(table, "rules") === undefined)
    found.push(...longhands("border", "1px solid #808080"));
  return found;
}

function tableOf(cell: Element): Element | undefined {
  let parent = cell.parentNode;
  for (let steps = 0; parent && isElement(parent) && steps < 4; steps++) {
    if (parent.tagName === "table") return parent;
    parent = parent.parentNode;
  }
  return undefined;
}
