import type { Atrule, CssNode, Declaration as DeclarationNode, List, Rule as RuleNode } from "css-tree";
import parseCss from "css-tree/parser";
import { attempt } from "../attempt.ts";
import { ConvertError } from "../converter.ts";
import { type CompiledSelector, compileSelectors } from "./css-selectors.ts";
import { type Declaration, longhands } from "./css-shorthands.ts";

export interface StyleDeclaration {
  name: string;
  value: string;
  isImportant: boolean;
}

export interface StyleRule {
  selector: CompiledSelector;
  declarations: StyleDeclaration[];
  /** Later rules of the same specificity win. */
  order: number;
}

export interface PageRule {
  landscape: boolean | undefined;
}

export interface Stylesheets {
  rules: StyleRule[];
  page: PageRule;
  /** Whether a stylesheet could not be read, or imports another. */
  isIncomplete: boolean;
}

const maxCharacters = 8_000_000;
const maxRules = 60_000;
/** The parser makes an object of a hundred bytes and more for each part between two marks. */
const maxMarks = 1_500_000;
/** The parser calls itself for each bracket. */
const maxBrackets = 60;
/** Width of the viewport for media queries: A4 at 96 pixels per inch is 794 wide, and pages are made for tablets. */
const viewportWidth = 800;

/**
 * Reads stylesheets for paper.
 * @param sheets in document order
 * @throws ConvertError too-large
 */
export function readStylesheets(sheets: string[]): Stylesheets {
  const found: Stylesheets = { rules: [], page: { landscape: undefined }, isIncomplete: false };
  const total = (count: (sheet: string) => number) => sheets.reduce((sum, sheet) => sum + count(sheet), 0);
  if (total(({ length }) => length) > maxCharacters || total(countMarks) > maxMarks) throw tooManyRules();
  for (const sheet of sheets) {
    const tree = isTooNested(sheet) ? undefined : attempt(() => parseCss(cleaned(sheet), options));
    if (tree?.type === "StyleSheet") readList(tree.children, found);
    else found.isIncomplete = true;
  }
  return found;
}

const options = { parseValue: false, parseAtrulePrelude: false, onParseError: () => {} } as const;

/** A longer `style` attribute is not read. */
const longestStyle = 20_000;

const tooManyRules = () =>
  new ConvertError("too-large", "is a web page with too many style rules to apply. Print it to PDF and replace it.");

/** Removes the marks of HTML comments, which old pages have around their styles. */
const cleaned = (sheet: string) => sheet.replaceAll(/<!--|-->|<!\[CDATA\[|\]\]>/g, " ");

/** Parses the declarations of a `style` attribute. */
export function inlineDeclarations(style: string): StyleDeclaration[] {
  if (style.length > longestStyle || isTooNested(style)) return [];
  const tree = attempt(() => parseCss(style, { context: "declarationList", ...options }));
  return tree?.type === "DeclarationList" ? declarationsOf(tree.children) : [];
}

/** Returns the number of characters between which the parts of a stylesheet stand. */
function countMarks(sheet: string): number {
  let marks = 0;
  for (let at = 0; at < sheet.length; at++) {
    const code = sheet.charCodeAt(at);
    const isPartOfName =
      (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || code >= 0x61 || code === 0x2d;
    if (!isPartOfName && code > 0x20) marks++;
  }
  return marks;
}

function isTooNested(sheet: string): boolean {
  let depth = 0;
  for (const character of sheet) {
    if (character === "(" || character === "{" || character === "[") depth++;
    else if (character === ")" || character === "}" || character === "]") depth = Math.max(0, depth - 1);
    if (depth > maxBrackets) return true;
  }
  return false;
}

function readList(nodes: List<CssNode>, found: Stylesheets): void {
  for (const node of nodes.toArray()) {
    if (node.type === "Rule") readRule(node, found);
    else if (node.type === "Atrule") readAtRule(node, found);
  }
}

function readRule({ prelude, block }: RuleNode, found: Stylesheets): void {
  if (prelude.type !== "SelectorList") return;
  const declarations = declarationsOf(block.children);
  if (declarations.length === 0) return;
  for (const selector of compileSelectors(prelude)) {
    if (found.rules.length >= maxRules) throw tooManyRules();
    found.rules.push({ selector, declarations, order: found.rules.length });
  }
}

function declarationsOf(nodes: List<CssNode>): StyleDeclaration[] {
  return nodes.toArray().flatMap((node) => (node.type === "Declaration" ? declaration(node) : []));
}

function declaration({ property, value, important }: DeclarationNode): StyleDeclaration[] {
  if (value.type !== "Raw") return [];
  const isCustom = property.startsWith("--");
  const [name, text] = [isCustom ? property : property.toLowerCase(), value.value.trim()];
  // A value with a variable is split into its parts when the variable is known.
  const parts: Declaration[] = isCustom || text.includes("var(") ? [[name, text]] : longhands(name, text);
  return parts.map(([one, given]) => ({ name: one, value: given, isImportant: Boolean(important) }));
}

function readAtRule({ name, prelude, block }: Atrule, found: Stylesheets): void {
  const condition = prelude?.type === "Raw" ? prelude.value.toLowerCase() : "";
  switch (name.toLowerCase()) {
    case "media":
      if (block && isForPaper(condition)) readList(block.children, found);
      return;
    case "supports":
      if (block && !/^\s*not\b/.test(condition)) readList(block.children, found);
      return;
    case "layer":
    case "container":
    case "scope":
      if (block) readList(block.children, found);
      return;
    case "page": {
      const declared = block ? declarationsOf(block.children) : [];
      const size = declared.find((one) => one.name === "size")?.value;
      if (condition.trim() === "" && size !== undefined) found.page.landscape = /landscape/i.test(size);
      return;
    }
    case "import":
      found.isIncomplete = true;
  }
}

/** Returns whether a media query applies to a printed page. */
export function isForPaper(query: string): boolean {
  if (query.trim() === "") return true;
  return query.split(",").some((one) => {
    const text = one.trim().replace(/^only\s+/, "");
    const isNegated = /^not\s/.test(text);
    const parts = text.replace(/^not\s+/, "").split(/\s+and\s+/);
    return parts.every((part) => holds(part.trim())) !== isNegated;
  });
}

function holds(part: string): boolean {
  if (!part.startsWith("(")) return part === "all" || part === "print";
  const feature = /^\(\s*([\w-]+)\s*(?::\s*([^)]+))?\)$/.exec(part);
  if (!feature) return heldRange(part);
  const [, name = "", value = ""] = feature;
  const px = pixels(value);
  if (name === "min-width" || name === "min-device-width") return px !== undefined && viewportWidth >= px;
  if (name === "max-width" || name === "max-device-width") return px !== undefined && viewportWidth <= px;
  if (name === "orientation") return value.trim() === "portrait";
  if (name === "prefers-color-scheme") return value.trim() === "light";
  if (name.startsWith("prefers-")) return value.trim() === "reduce";
  return name === "color" && value === "";
}

/** "(width >= 600px)", "(400px <= width <= 700px)" */
function heldRange(part: string): boolean {
  const words = part.replace(/^\(|\)$/g, "").split(/(<=|>=|<|>)/);
  if (words.length < 3) return false;
  const numbers = words.map((word) => (word.trim() === "width" ? viewportWidth : pixels(word)));
  for (let at = 1; at < words.length; at += 2) {
    const [left, right] = [numbers[at - 1], numbers[at + 1]];
    if (left === undefined || right === undefined) return false;
    const sign = words[at] ?? "";
    const isHeld =
      sign === "<=" ? left <= right : sign === ">=" ? left >= right : sign === "<" ? left < right : left > right;
    if (!isHeld) return false;
  }
  return true;
}

function pixels(value: string): number | undefined {
  const [, number, unit] = /^\s*([\d.]+)(px|em|rem)?\s*$/.exec(value) ?? [];
  if (number === undefined) return undefined;
  return Number(number) * (unit === "em" || unit === "rem" ? 16 : 1);
}
