import type { Declared } from "./cascade.ts";
import { type Side, sides } from "./css-shorthands.ts";
import { black, type Colour, type Length, over, parseColour, parseLength, rootFontSize, white } from "./css-values.ts";
import { entryOf } from "./entry-of.ts";
import { fontFor } from "./fonts.ts";

export interface BorderLine {
  /** In pixels. */
  width: number;
  style: "solid" | "dashed" | "dotted" | "double";
  colour: Colour;
}

/** What is inherited: the text's appearance. */
export interface TextStyle {
  fontFamily: string;
  /** In pixels. */
  fontSize: number;
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  isStruck: boolean;
  /** "super" and "sub" raise and lower the text. */
  raised: "super" | "sub" | undefined;
  colour: Colour;
  /** The opaque colour behind the text. */
  behind: Colour;
  /** Whether a picture that is not drawn is behind the text. */
  isOverPicture: boolean;
  letterSpacing: number;
  /** In pixels; undefined for the font's own. */
  lineHeight: { px: number } | { factor: number } | undefined;
  textAlign: "left" | "right" | "center" | "justify" | "start" | "end";
  /** Side to which blocks that do not fill the width are moved, by old HTML. */
  blockAlign: "left" | "center" | "right";
  textIndent: number;
  transform: "none" | "uppercase" | "lowercase" | "capitalize";
  whiteSpace: "normal" | "nowrap" | "pre" | "pre-wrap" | "pre-line";
  isVisible: boolean;
  isRightToLeft: boolean;
  listStyle: string;
  collapsesBorders: boolean;
}

export interface Style extends TextStyle {
  display: string;
  float: "left" | "right" | "none";
  clear: boolean;
  position: string;
  /** Side to which this block is moved when it does not fill the width. */
  selfAlign: TextStyle["blockAlign"];
  /** Whether the element is hidden with everything in it. */
  isHidden: boolean;
  background: Colour | undefined;
  margin: Record<Side, number | "auto">;
  padding: Record<Side, number>;
  border: Record<Side, BorderLine | undefined>;
  width: Length | undefined;
  maxWidth: Length | undefined;
  height: Length | undefined;
  verticalAlign: "top" | "middle" | "bottom";
  breakBefore: boolean;
  breakAfter: boolean;
  avoidsBreak: boolean;
  flex: FlexStyle;
  grid: { columns: string; column: string; areas: string; area: string; columnGap: number; rowGap: number };
  /** Whether a layout is asked for that is printed in a simpler one. */
  isSimplified: boolean;
}

interface FlexStyle {
  isColumn: boolean;
  isReversed: boolean;
  wraps: boolean;
  justify: string;
  align: string;
  grow: number;
  basis: Length | undefined;
  order: number;
}

export const rootTextStyle: TextStyle = {
  fontFamily: "Liberation Serif",
  fontSize: rootFontSize,
  isBold: false,
  isItalic: false,
  isUnderlined: false,
  isStruck: false,
  raised: undefined,
  colour: black,
  behind: white,
  isOverPicture: false,
  letterSpacing: 0,
  lineHeight: undefined,
  textAlign: "start",
  blockAlign: "left",
  textIndent: 0,
  transform: "none",
  whiteSpace: "normal",
  isVisible: true,
  isRightToLeft: false,
  listStyle: "disc",
  collapsesBorders: false,
};

/** Computes the style of an element from the values that apply to it and the style of its parent. */
export function computeStyle(declared: Declared, parent: TextStyle): Style {
  const get = (name: string) => {
    const value = declared.get(name)?.trim();
    return value === undefined || /^(?:inherit|initial|unset|revert)$/i.test(value) ? undefined : value.toLowerCase();
  };
  const fontSize = fontSizeOf(get("font-size"), parent.fontSize);
  const length = (name: string) => {
    const value = get(name);
    return value === undefined ? undefined : parseLength(value, fontSize);
  };
  const pixels = (name: string) => {
    const found = length(name);
    return found && "px" in found ? found.px : found ? (found.percent / 100) * usualWidth : undefined;
  };
  const text = textStyle(declared, get, pixels, fontSize, parent);
  const flat = colourOf(get("background-color"), text.colour);
  const ownColour = flat && flat.alpha > 0.02 ? flat : colourOf(get("gradient-color"), text.colour);
  const image = get("background-image");
  const hasImage = image !== undefined && image !== "none" && !image.includes("gradient");
  const background = ownColour && ownColour.alpha > 0.02 ? over(ownColour, parent.behind) : undefined;
  if (background) text.behind = background;
  if (background || hasImage) text.isOverPicture = hasImage && !background;
  const [overflowX, position, display] = [get("overflow-x") ?? get("overflow"), get("position"), get("display")];
  const style: Style = {
    ...text,
    display: display ?? "inline",
    float: floatOf(get("float")),
    clear: /left|right|both|inline/.test(get("clear") ?? ""),
    position: position ?? "static",
    selfAlign: (get("-sheaf-block-align-self") as TextStyle["blockAlign"] | undefined) ?? parent.blockAlign,
    isHidden: false,
    background,
    margin: bySide((side) => (get(`margin-${side}`) === "auto" ? "auto" : (pixels(`margin-${side}`) ?? 0))),
    padding: bySide((side) => Math.max(0, pixels(`padding-${side}`) ?? 0)),
    border: bySide((side) => borderOf(side, get, pixels, text.colour, parent.behind)),
    width: length("width"),
    maxWidth: length("max-width"),
    height: length("height"),
    verticalAlign: verticalAlignOf(get("vertical-align")),
    breakBefore: /^(?:always|page|left|right|recto|verso)$/.test(get("break-before") ?? ""),
    breakAfter: /^(?:always|page|left|right|recto|verso)$/.test(get("break-after") ?? ""),
    avoidsBreak: (get("break-inside") ?? "").startsWith("avoid"),
    flex: {
      isColumn: (get("flex-direction") ?? "").startsWith("column"),
      isReversed: (get("flex-direction") ?? "").endsWith("reverse"),
      wraps: (get("flex-wrap") ?? "").startsWith("wrap"),
      justify: get("justify-content") ?? "normal",
      align: get("align-items") ?? "normal",
      grow: Number(get("flex-grow") ?? 0) || 0,
      basis: length("flex-basis"),
      order: Number(get("order") ?? 0) || 0,
    },
    grid: {
      columns: get("grid-template-columns") ?? "",
      column: get("grid-column") ?? get("grid-column-end") ?? "",
      areas: declared.get("grid-template-areas") ?? "",
      area: declared.get("grid-area")?.trim() ?? "",
      columnGap: pixels("column-gap") ?? 0,
      rowGap: pixels("row-gap") ?? 0,
    },
    isSimplified:
      /absolute|fixed|sticky/.test(position ?? "") ||
      /flex|grid/.test(display ?? "") ||
      /^[2-9]|^\d\d/.test(get("column-count") ?? "") ||
      hasImage ||
      /rotate|scale|matrix|skew/.test(get("transform") ?? ""),
  };
  style.isHidden = isHidden(style, get, pixels, overflowX);
  return style;
}

/** The width of the text area in pixels, for shares of it. */
const usualWidth = 680;

type Get = (name: string) => string | undefined;
type Pixels = (name: string) => number | undefined;

const bySide = <Value>(of: (side: Side) => Value) =>
  Object.fromEntries(sides.map((side) => [side, of(side)])) as Record<Side, Value>;

const namedSizes: Record<string, number> = {
  "xx-small": 9,
  "x-small": 10,
  small: 13,
  medium: 16,
  large: 18,
  "x-large": 24,
  "xx-large": 32,
  "xxx-large": 48,
};

function fontSizeOf(value: string | undefined, parent: number): number {
  if (value === undefined) return parent;
  if (value === "smaller") return parent / 1.2;
  if (value === "larger") return parent * 1.2;
  const length = parseLength(value, parent);
  const size = entryOf(namedSizes, value) ?? (length && ("px" in length ? length.px : (length.percent / 100) * parent));
  return size === undefined || size < 0 ? parent : Math.min(size, 200);
}

function colourOf(value: string | undefined, current: Colour): Colour | undefined {
  if (value === undefined) return undefined;
  return value === "currentcolor" ? current : parseColour(value);
}

function textStyle(declared: Declared, get: Get, pixels: Pixels, fontSize: number, parent: TextStyle): TextStyle {
  const weight = get("font-weight");
  const fontStyle = get("font-style");
  const decoration = get("text-decoration-line");
  const whiteSpace = get("white-space");
  const visibility = get("visibility");
  const direction = get("direction");
  const vertical = get("vertical-align");
  const colour = colourOf(get("color"), parent.colour);
  const isBlock = (get("display") ?? "inline") !== "inline";
  return {
    fontFamily: fontFor(declared.get("font-family")) ?? parent.fontFamily,
    fontSize,
    isBold: weight === undefined ? parent.isBold : weight === "bold" || weight === "bolder" || Number(weight) >= 600,
    isItalic: fontStyle === undefined ? parent.isItalic : /italic|oblique/.test(fontStyle),
    isUnderlined:
      decoration === undefined ? parent.isUnderlined && !isAtomic(get("display")) : /underline/.test(decoration),
    isStruck: decoration === undefined ? parent.isStruck : parent.isStruck || /line-through/.test(decoration),
    raised: vertical === "super" || vertical === "sub" ? vertical : isBlock ? undefined : parent.raised,
    // A transparent text is hidden; the colour of a half-transparent one is mixed with what is behind it.
    colour: colour === undefined ? parent.colour : colour.alpha < 0.05 ? colour : over(colour, parent.behind),
    behind: parent.behind,
    isOverPicture: parent.isOverPicture,
    letterSpacing: get("letter-spacing") === undefined ? parent.letterSpacing : (pixels("letter-spacing") ?? 0),
    lineHeight:
      lineHeightOf(get("line-height"), fontSize) ?? (get("line-height") === "normal" ? undefined : parent.lineHeight),
    textAlign: textAlignOf(get("text-align")) ?? parent.textAlign,
    blockAlign: blockAlignOf(declared, get) ?? parent.blockAlign,
    textIndent: get("text-indent") === undefined ? parent.textIndent : (pixels("text-indent") ?? 0),
    transform: transformOf(get("text-transform")) ?? parent.transform,
    whiteSpace: whiteSpaceOf(whiteSpace) ?? parent.whiteSpace,
    isVisible: visibility === undefined ? parent.isVisible : visibility === "visible",
    isRightToLeft: direction === undefined ? parent.isRightToLeft : direction === "rtl",
    listStyle: get("list-style-type") ?? parent.listStyle,
    collapsesBorders:
      get("border-collapse") === undefined ? parent.collapsesBorders : get("border-collapse") === "collapse",
  };
}

/** Boxes in a line do not take over the underline of the text around them. */
const isAtomic = (display: string | undefined) => /^inline-(?:block|flex|table|grid)$/.test(display ?? "");

function lineHeightOf(value: string | undefined, fontSize: number): TextStyle["lineHeight"] {
  if (value === undefined) return undefined;
  if (/^[\d.]+$/.test(value)) return { factor: Math.min(5, Number(value)) };
  const length = parseLength(value, fontSize);
  if (!length) return undefined;
  return { px: "px" in length ? Math.min(length.px, 300) : Math.min((length.percent / 100) * fontSize, 300) };
}

const textAlignOf = (value: string | undefined): TextStyle["textAlign"] | undefined =>
  /^(?:-webkit-|-moz-)?(left|right|center|justify|start|end)$/.exec(value ?? "")?.[1] as
    | TextStyle["textAlign"]
    | undefined;

function blockAlignOf(declared: Declared, get: Get): TextStyle["blockAlign"] | undefined {
  const legacy =
    /^-(?:webkit|moz)-(left|center|right)$/.exec(get("text-align") ?? "")?.[1] ?? declared.get("-sheaf-block-align");
  return legacy as TextStyle["blockAlign"] | undefined;
}

const transformOf = (value: string | undefined) =>
  /^(?:none|uppercase|lowercase|capitalize)$/.exec(value ?? "")?.[0] as TextStyle["transform"] | undefined;

function whiteSpaceOf(value: string | undefined): TextStyle["whiteSpace"] | undefined {
  if (value === "break-spaces") return "pre-wrap";
  return /^(?:normal|nowrap|pre|pre-wrap|pre-line)$/.exec(value ?? "")?.[0] as TextStyle["whiteSpace"] | undefined;
}

const floatOf = (value: string | undefined) =>
  value === "left" || value === "inline-start"
    ? "left"
    : value === "right" || value === "inline-end"
      ? "right"
      : "none";

function verticalAlignOf(value: string | undefined): Style["verticalAlign"] {
  if (value === "middle" || value === "center") return "middle";
  return value === "bottom" ? "bottom" : "top";
}

const lineStyles: Record<string, BorderLine["style"]> = { dashed: "dashed", dotted: "dotted", double: "double" };

function borderOf(side: Side, get: Get, pixels: Pixels, current: Colour, behind: Colour): BorderLine | undefined {
  const style = get(`border-${side}-style`);
  if (style === undefined || style === "none" || style === "hidden") return undefined;
  const named = get(`border-${side}-width`);
  const width =
    named === "thin"
      ? 1
      : named === "thick"
        ? 5
        : named === "medium" || named === undefined
          ? 3
          : pixels(`border-${side}-width`);
  if (width === undefined || width <= 0) return undefined;
  const colour = colourOf(get(`border-${side}-color`), current) ?? current;
  if (colour.alpha < 0.02) return undefined;
  return { width: Math.min(width, 30), style: entryOf(lineStyles, style) ?? "solid", colour: over(colour, behind) };
}

/** Lengths beyond this move an element off the page. */
const offPage = -500;

/** Returns whether an element is hidden by one of the usual means, other than its visibility, which children change. */
function isHidden(style: Style, get: Get, pixels: Pixels, overflow: string | undefined): boolean {
  if (style.display === "none") return true;
  if (Number.parseFloat(get("opacity") ?? "1") < 0.05) return true;
  const isClipped = overflow !== undefined && /hidden|clip/.test(overflow);
  const isSmall = (name: string, limit: number) => (pixels(name) ?? limit + 1) <= limit;
  if (isClipped && style.display !== "inline") {
    const isFlat = isSmall("max-height", 0) || isSmall("height", 0) || isSmall("max-width", 0) || isSmall("width", 0);
    if (isFlat && !/^table-(?:cell|row)/.test(style.display)) return true;
  }
  if ((pixels("text-indent") ?? 0) <= offPage) return true;
  const isPlaced = style.position === "absolute" || style.position === "fixed";
  if (!isPlaced) return false;
  if (isSmall("width", 1) && isSmall("height", 1)) return true;
  const clip = `${get("clip") ?? ""} ${get("clip-path") ?? ""}`;
  if (/rect\(\s*(?:0|1px)(?:px)?[\s,]+(?:0|1px)/.test(clip) || /inset\(\s*(?:50|100)%/.test(clip)) return true;
  return (["left", "top", "right", "bottom"] as const).some((side) => (pixels(side) ?? 0) <= offPage);
}

/** Returns the style of a box that no element made, with the text style of the element around it. */
export const anonymousStyle = (text: TextStyle): Style => ({
  ...computeStyle(new Map([["display", "block"]]), text),
  // What these say of the element around it does not hold for the box again.
  background: undefined,
});
