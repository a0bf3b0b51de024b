import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { ConvertError } from "../converter.ts";
import { type Block, type Box, type Inline, type PagePicture, plainBox } from "./blocks.ts";
import { buildTable, hasOwnText } from "./build-table.ts";
import type { Cascade, Declared } from "./cascade.ts";
import type { Colour } from "./css-values.ts";
import { boxOf, Flow } from "./flow.ts";
import { controlText, isClosedDetails, summaryOf } from "./form-values.ts";
import { generatedText } from "./generated-content.ts";
import { firstParagraph, ListNumbers, markerOf } from "./list-markers.ts";
import { safeLink } from "./page-addresses.ts";
import { attribute, type Element, isElement, isText } from "./parse-html.ts";
import { anonymousStyle, computeStyle, rootTextStyle, type Style, type TextStyle } from "./style.ts";

/** Text smaller than this is not seen; it is in emails for the preview only. */
const smallestText = 2;
/** A full page has about 3,000 characters. */
const maxTextLength = 3_000 * conversionLimits.pages;
const tooMuchText = () => {
  const limit = conversionLimits.pages.toLocaleString("en-GB");
  return new ConvertError("too-large", `is a web page of more than ${limit} pages. Split it and replace it.`);
};
/** Spacers and counting pictures. */
const smallestPicture = 3;

export interface PageSource {
  cascade: Cascade;
  /**
   * Returns the picture of an `img`; null for one that is not in the file, undefined for one that cannot be drawn.
   * @param address as written
   */
  pictureFor(address: string): PagePicture | null | undefined;
  base: string | undefined;
}

export interface BuiltPage {
  root: Box;
  /** Whether a style was in use that is printed in a simpler way. */
  isSimplified: boolean;
  /** The number of visible pictures that are not in the file. */
  missingPictures: number;
  /** Colour of the whole page. */
  background: Colour | undefined;
}

/** What is handed down from an element to those in it, beside the style. */
interface Around {
  variables: Declared;
  /** Colour behind the text of an element in a line. */
  background: Colour | undefined;
  href: string | undefined;
}

/** Builds the blocks of a page from its elements: everything that a person sees, once. */
export function buildPage(html: Element, { cascade, pictureFor, base }: PageSource): BuiltPage {
  const numbers = new ListNumbers();
  let isSimplified = false;
  let missingPictures = 0;
  let characters = 0;

  const styleOf = (element: Element, parent: TextStyle, variables: Declared) => {
    const values = cascade.valuesOf(element, variables);
    const style = computeStyle(values.own, parent);
    if (style.isSimplified && !style.isHidden && style.isVisible) isSimplified = true;
    return { style, variables: values.variables };
  };

  const contentBox = (element: Element, style: Style, variables: Declared): Box => {
    const flow = new Flow(style, /^h[1-6]$/.test(element.tagName));
    addContent(element, style, flow, { variables, background: undefined, href: undefined });
    return boxOf(flow, style);
  };

  function addContent(element: Element, style: Style, flow: Flow, around: Around): void {
    addGenerated(element, "before", style, flow, around);
    if (isClosedDetails(element)) {
      const summary = summaryOf(element);
      if (summary) addElement(summary, style, flow, around);
      return;
    }
    for (const child of element.childNodes) {
      if (isText(child)) addText(child.value, style, flow, around);
      else if (isElement(child)) addElement(child, style, flow, around);
    }
    addGenerated(element, "after", style, flow, around);
  }

  function addGenerated(element: Element, which: "before" | "after", parent: Style, flow: Flow, around: Around): void {
    const values = cascade.pseudoValuesOf(element, which, around.variables);
    const text = generatedText(values?.get("content") ?? "", element);
    if (!values || text === "") return;
    const style = computeStyle(values, parent);
    if (style.isHidden) return;
    if (style.display === "block") {
      const own = new Flow(style);
      addText(text, style, own, { ...around, background: undefined });
      flow.addBlock(boxOf(own, style));
    } else addText(text, style, flow, { ...around, background: style.background ?? around.background });
  }

  function addText(value: string, style: TextStyle, flow: Flow, { background: behind, href }: Around): void {
    const isShown = style.isVisible && style.fontSize >= smallestText && style.colour.alpha >= 0.05;
    if (!isShown) return;
    const text = transformed(value.replaceAll(invisible, ""), style.transform);
    characters += text.length;
    if (characters > maxTextLength) throw tooMuchText();
    if (text !== "") flow.addInline({ kind: "text", text, style, background: behind, href });
  }

  function addElement(element: Element, parent: TextStyle, flow: Flow, around: Around): void {
    const { style, variables } = styleOf(element, parent, around.variables);
    if (style.isHidden) return;
    const inside: Around = { ...around, variables };
    switch (element.tagName) {
      case "br":
        if (style.isVisible) flow.addInline({ kind: "break" });
        return;
      case "wbr":
        addText("\u200b", style, flow, inside);
        return;
      case "img":
        addPicture(element, style, flow, inside);
        return;
      case "hr":
        if (style.isVisible) flow.addBlock({ kind: "rule", style });
        else flow.end();
        return;
      case "svg":
        isSimplified = true;
        return;
    }
    const control = controlText(element);
    if (control !== undefined) {
      const own = controlStyle(style, element);
      addText(control, own, flow, { ...inside, background: style.background });
      if (control !== "") addText(" ", style, flow, around);
      return;
    }
    if (element.tagName === "a") inside.href = safeLink(attribute(element, "href"), base) ?? around.href;
    const isFloating = style.float !== "none" && !isPlaced(style);
    if (isFloating) {
      const box = blockOf(element, style, variables, inside);
      if (box.children.length > 0)
        flow.addBlock({ kind: "float", side: style.float === "left" ? "left" : "right", box });
      return;
    }
    if (style.display === "contents" || (style.display === "inline" && !isPlaced(style))) {
      addContent(element, style, flow, { ...inside, background: style.background ?? around.background });
      return;
    }
    if (/^inline-/.test(style.display)) {
      addInlineBox(element, style, flow, inside);
      return;
    }
    const box = blockOf(element, style, variables, inside);
    if (box.children.length > 0 || isDecorated(style)) flow.addBlock(box);
    else if (!isPlaced(style)) flow.end();
  }

  /** Returns an element as one box, whatever is in it. */
  function blockOf(element: Element, style: Style, variables: Declared, around: Around): Box {
    const display = style.display.replace(/^inline-/, "");
    if (display === "table" && !hasOwnText(element)) {
      const { captions, table } = buildTable(element, style, variables, { styleOf, boxOf: contentBox });
      const { margin, breakBefore, breakAfter } = style;
      const around = anonymousStyle(style);
      const above = { ...around.margin, top: margin.top, bottom: margin.bottom };
      return plainBox([...captions, table], { ...around, margin: above, breakBefore, breakAfter });
    }
    if (display === "flex" || display === "grid") {
      const items = itemsOf(element, style, { ...around, variables });
      const inner: Style = { ...anonymousStyle(style), flex: style.flex, grid: style.grid };
      const isStack = display === "flex" && style.flex.isColumn;
      const children: Block[] = isStack ? items : [{ kind: display === "grid" ? "grid" : "line", style: inner, items }];
      return plainBox(items.length === 0 ? [] : children, style);
    }
    const flow = new Flow(style, /^h[1-6]$/.test(element.tagName));
    addContent(element, style, flow, { ...around, background: undefined });
    const box = boxOf(flow, style);
    if (style.display === "list-item") addMarker(element, style, box);
    return box;
  }

  function addMarker(item: Element, style: Style, box: Box): void {
    const marker = style.isVisible ? markerOf(item, style.listStyle, numbers) : undefined;
    const first = firstParagraph(box.children);
    if (marker === undefined || box.children.length === 0) return;
    if (!first) box.children.unshift({ kind: "paragraph", inlines: [], style, marker });
    else first.marker = first.marker === undefined ? marker : `${marker} ${first.marker}`;
  }

  /** Returns the items of a flex or grid container: each child element, and text between them. */
  function itemsOf(element: Element, style: Style, around: Around): Box[] {
    const items: Box[] = [];
    let loose = new Flow(style);
    const endLoose = () => {
      const box = boxOf(loose, anonymousStyle(style));
      if (box.children.length > 0) items.push(box);
      loose = new Flow(style);
    };
    addGenerated(element, "before", style, loose, around);
    for (const child of element.childNodes) {
      if (isText(child)) addText(child.value, style, loose, around);
      else if (isElement(child)) {
        endLoose();
        const own = new Flow(style);
        addElement(child, { ...style }, own, { ...around, background: undefined });
        own.end();
        const [only] = own.blocks;
        const isBox = own.blocks.length === 1 && only?.kind === "box";
        if (isBox) items.push(only);
        else if (own.blocks.length > 0) items.push(itemBox(child, own, style, around));
      }
    }
    addGenerated(element, "after", style, loose, around);
    endLoose();
    items.sort((one, other) => one.style.flex.order - other.style.flex.order);
    return style.flex.isReversed ? items.reverse() : items;
  }

  /** An element in a line becomes a block as an item; its own width and growth hold for the item. */
  function itemBox(child: Element, flow: Flow, parent: Style, around: Around): Box {
    const { style } = styleOf(child, parent, around.variables);
    const plain = anonymousStyle(parent);
    return plainBox(flow.blocks, {
      ...plain,
      flex: style.flex,
      width: style.width,
      margin: style.margin,
      grid: style.grid,
    });
  }

  function addInlineBox(element: Element, style: Style, flow: Flow, around: Around): void {
    const box = { ...blockOf(element, style, around.variables, around), isShrunk: true };
    const [only] = box.children;
    const isLabel = box.children.length === 1 && only?.kind === "paragraph" && style.width === undefined;
    if (isLabel && only.inlines.length <= 40) {
      const padding = style.background || style.border.left ? "\u00a0" : "";
      const space: Inline = { kind: "text", text: padding, style, background: style.background, href: around.href };
      if (padding !== "") flow.addInline(space);
      for (const inline of only.inlines)
        flow.addInline(
          inline.kind === "text" ? { ...inline, background: inline.background ?? style.background } : inline,
        );
      if (padding !== "") flow.addInline(space);
    } else if (box.children.length > 0) flow.addAtom(box);
  }

  function addPicture(element: Element, style: Style, flow: Flow, around: Around): void {
    const address = attribute(element, "src") ?? "";
    const [width, height] = [fixed(style.width), fixed(style.height)];
    const isSpacer =
      (width !== undefined && width < smallestPicture) || (height !== undefined && height < smallestPicture);
    if (isSpacer || address.trim() === "" || !style.isVisible) return;
    const picture = pictureFor(address);
    if (!picture) {
      if (picture === null) missingPictures++;
      else isSimplified = true;
      addText(attribute(element, "alt") ?? "", style, flow, around);
      return;
    }
    if (picture.width < smallestPicture || picture.height < smallestPicture) return;
    const inline: Inline = { kind: "picture", picture, ...shownSize(picture, style) };
    if (style.float !== "none") {
      const own = new Flow(style);
      own.addInline(inline);
      const box = boxOf(own, { ...style, width: undefined, height: undefined, border: anonymousStyle(style).border });
      flow.addBlock({ kind: "float", side: style.float === "left" ? "left" : "right", box });
    } else if (style.display === "block") {
      const own = new Flow(style);
      own.addInline(inline);
      const aligned: Style = { ...style, width: undefined, height: undefined, textAlign: alignOfBlock(style) };
      const box = boxOf(own, aligned);
      flow.addBlock({ ...box, children: box.children.map((one) => ({ ...one, style: aligned })) as Block[] });
    } else flow.addInline(inline);
  }

  const { style, variables } = styleOf(html, rootTextStyle, new Map());
  const body = html.childNodes.find((one): one is Element => isElement(one) && one.tagName === "body");
  const bodyStyle = body && styleOf(body, style, variables);
  const background = bodyStyle?.style.background ?? style.background;
  const root = body && bodyStyle ? contentBox(body, bodyStyle.style, bodyStyle.variables) : plainBox([], style);
  return {
    root: { ...root, style: { ...root.style, background: undefined } },
    isSimplified,
    missingPictures,
    background,
  };
}

const isPlaced = ({ position }: Style) => position === "absolute" || position === "fixed";

const isDecorated = ({ background, border, height, isVisible }: Style) =>
  isVisible &&
  (Object.values(border).some((one) => one !== undefined) || (background !== undefined && height !== undefined));

/** Zero-width characters that fill the preview of an email, and signs of icon fonts. */
const invisible = /\u2060|\u2063|\ufeff|\u034f|[\ue000-\uf8ff]/g;

function transformed(text: string, transform: TextStyle["transform"]): string {
  if (transform === "uppercase") return text.toUpperCase();
  if (transform === "lowercase") return text.toLowerCase();
  if (transform !== "capitalize") return text;
  return text.replaceAll(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase());
}

function controlStyle(style: Style, element: Element): Style {
  const type = attribute(element, "type")?.toLowerCase();
  // Other fonts have these signs as coloured pictures.
  return type === "checkbox" || type === "radio" ? { ...style, fontFamily: "DejaVu Sans" } : style;
}

const fixed = (length: Style["width"]) => (length && "px" in length ? length.px : undefined);

/** Returns the size in which browsers show a picture. A share of the width is applied where the width is known. */
function shownSize(picture: PagePicture, style: Style): { width: number; height: number } {
  const ratio = picture.height / picture.width;
  const [width, height] = [fixed(style.width), fixed(style.height)];
  let shown = width ?? (height === undefined ? picture.width : height / ratio);
  if (style.width && "percent" in style.width) shown = (style.width.percent / 100) * 680;
  const limit = fixed(style.maxWidth);
  if (limit !== undefined && limit > 0 && shown > limit) return { width: limit, height: limit * ratio };
  return {
    width: Math.max(1, shown),
    height: Math.max(1, width !== undefined && height !== undefined ? height : shown * ratio),
  };
}

function alignOfBlock({ margin, textAlign }: Style): Style["textAlign"] {
  if (margin.left === "auto") return margin.right === "auto" ? "center" : "right";
  return textAlign === "justify" ? "left" : textAlign;
}
