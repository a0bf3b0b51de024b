import { ConvertError } from "../converter.ts";
import { cleanDeclarations, cleanSheet, cleanValue } from "./svg-css.ts";
import type { SvgElement } from "./svg-tree.ts";

/** What was removed from a drawing, and what it asks for. */
export interface CleanedSvg {
  root: SvgElement;
  /** Pictures that the drawing only refers to. */
  missingPictures: number;
  hasScripts: boolean;
  /** Font families that its texts name. */
  fonts: Set<string>;
}

const shapes = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "textPath"];
const structure = ["svg", "g", "defs", "symbol", "use", "image", "style"];
const paint = ["linearGradient", "radialGradient", "stop", "pattern", "clipPath", "mask", "marker"];
const kept = new Set([...shapes, ...structure, ...paint]);
const withText = new Set(["text", "tspan", "textPath", "style"]);
const scripts = new Set(["script", "handler", "listener"]);

/** Pictures inside the drawing, of kinds that LibreOffice reads. */
const ownPicture = /^data:image\/(?:png|jpe?g|gif|bmp|webp)\s*;\s*base64\s*,/i;

/**
 * Keeps of a drawing what is drawn, and nothing that refers to other files or runs: elements and attributes that are
 * not known are removed, so are filters, which LibreOffice would draw as pixels, and animations.
 * @throws ConvertError unsupported for texts that only a web browser can show
 */
export function cleanSvg(root: SvgElement): CleanedSvg {
  const found = { missingPictures: 0, hasScripts: false, fonts: new Set<string>() };
  return { root: cleanElement(root, found), ...found };
}

type Found = Omit<CleanedSvg, "root">;

function cleanElement(element: SvgElement, found: Found): SvgElement {
  const { name, attributes } = element;
  const cleaned: SvgElement = {
    name: name === "a" || name === "switch" ? "g" : name,
    attributes: cleanAttributes(name, attributes, found),
    children: [],
  };
  const children = name === "switch" ? chosenChild(element) : element.children;
  for (const child of children) {
    if (typeof child === "string") {
      if (withText.has(name)) cleaned.children.push(name === "style" ? cleanSheet(child) : child);
    } else if (kept.has(child.name) || child.name === "a" || child.name === "switch") {
      const picture = cleanElement(child, found);
      const isMissing = child.name === "image" && !picture.attributes.has("xlink:href");
      if (isMissing) found.missingPictures++;
      else cleaned.children.push(picture);
    } else if (child.name === "foreignObject" && hasText(child)) throw needsBrowser();
    else found.hasScripts ||= scripts.has(child.name);
  }
  if (name === "style") noteFonts(String(cleaned.children.join("")), found);
  return cleaned;
}

/**
 * Drawing programs write each text twice: as HTML for browsers, and as text for other programs. The first child that
 * can be shown counts (SVG 1.1, 5.8).
 */
function chosenChild({ children }: SvgElement): SvgElement[] {
  const chosen = children.find(
    (child): child is SvgElement =>
      typeof child !== "string" &&
      (kept.has(child.name) || child.name === "a") &&
      (child.attributes.get("requiredExtensions") ?? "") === "",
  );
  const isOnlyForBrowsers = children.some((child) => typeof child !== "string" && child.name === "foreignObject");
  return chosen ? [chosen] : isOnlyForBrowsers ? children.filter((child) => typeof child !== "string") : [];
}

const hasText = ({ children }: SvgElement): boolean =>
  children.some((child) => (typeof child === "string" ? child.trim() !== "" : hasText(child)));

function needsBrowser(): ConvertError {
  const words = "is an SVG drawing with texts that only a web browser shows. Save it as PDF or PNG and replace it.";
  return new ConvertError("unsupported", words);
}

const removed = new Set(["filter", "cursor", "requiredExtensions", "requiredFeatures", "systemLanguage", "xml:base"]);
const reference = /^#[^\s"'()<>]+$/;

function cleanAttributes(element: string, attributes: Map<string, string>, found: Found): Map<string, string> {
  const cleaned = new Map<string, string>();
  for (const [name, value] of attributes) {
    if (removed.has(name) || /^on/i.test(name)) {
      found.hasScripts ||= /^on[a-z]/i.test(name);
      continue;
    }
    if (name === "href" || name === "xlink:href") {
      const target = value.trim();
      const isAllowed = element === "image" ? ownPicture.test(target) : reference.test(target);
      if (isAllowed && element !== "a") cleaned.set("xlink:href", target);
    } else if (name.startsWith("xml:") || name.startsWith("xlink:")) {
      if (name === "xml:space") cleaned.set(name, value);
    } else if (name === "style") {
      const style = withoutFilter(cleanDeclarations(value));
      noteFonts(style, found);
      cleaned.set(name, style);
    } else {
      const safe = cleanValue(value);
      if (safe !== undefined) cleaned.set(name, safe);
      if (name === "font-family" && safe) noteFonts(`font-family:${safe}`, found);
    }
  }
  return cleaned;
}

const withoutFilter = (style: string) => style.replaceAll(/(?:^|;)filter:[^;]*/gi, "");

/** Only the first family of a list is asked for: the others are its replacements. */
function noteFonts(css: string, { fonts }: Found): void {
  for (const [, families = ""] of css.matchAll(/font-family\s*:\s*([^;}]+)/gi)) {
    const family = families
      .split(",")[0]
      ?.trim()
      .replaceAll(/^["']|["']$/g, "");
    if (family && !/^(?:serif|sans-serif|monospace|cursive|fantasy|inherit|system-ui)$/i.test(family))
      fonts.add(family);
  }
}

/** Writes a drawing as XML. */
export function svgText(element: SvgElement): string {
  const parts: string[] = ['<?xml version="1.0" encoding="UTF-8"?>\n'];
  const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  write(element, namespaces);
  return parts.join("");

  function write({ name, attributes, children }: SvgElement, declared = ""): void {
    parts.push(`<${name}`, declared && ` ${declared}`);
    for (const [attribute, value] of attributes) parts.push(` ${attribute}="${escaped(value)}"`);
    if (children.length === 0) {
      parts.push("/>");
      return;
    }
    parts.push(">");
    for (const child of children) {
      if (typeof child === "string") parts.push(escaped(child));
      else write(child);
    }
    parts.push(`</${name}>`);
  }
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? "");
