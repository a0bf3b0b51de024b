import type { Block, Box, Inline, PagePicture } from "./blocks.ts";
import { type BuiltPage, buildPage } from "./build-page.ts";
import { cascadeOf } from "./cascade.ts";
import { PageLayout } from "./page-layout.ts";
import { descendants, type Element, isElement, parseHtml, textContent } from "./parse-html.ts";
import { readStylesheets } from "./stylesheets.ts";

/** Pictures by their addresses: "100x40" has that size, "away" is not in the file, others cannot be drawn. */
function pictures() {
  const known = new Map<string, PagePicture>();
  return (address: string): PagePicture | null | undefined => {
    const [, width, height] = /^(\d+)x(\d+)$/.exec(address) ?? [];
    if (width === undefined || height === undefined) return address === "away" ? null : undefined;
    const picture = known.get(address) ?? { name: `${address}.png`, width: Number(width), height: Number(height) };
    known.set(address, picture);
    return picture;
  };
}

/** The blocks of a page at the address "https://shop.test/orders/". */
export function builtPage(html: string): BuiltPage {
  const page = parseHtml(html);
  const root = page.childNodes.find((one): one is Element => isElement(one));
  if (!root) throw new Error("The page has no element");
  const sheets = [...descendants(root)].filter(({ tagName }) => tagName === "style").map(textContent);
  const cascade = cascadeOf(readStylesheets(sheets).rules);
  return buildPage(root, { cascade, pictureFor: pictures(), base: "https://shop.test/orders/" });
}

function inlineText(inline: Inline): string {
  if (inline.kind === "break") return "/";
  return inline.kind === "picture" ? `[${inline.width}×${inline.height}]` : inline.text;
}

const boxText = ({ children }: Box) => `(${outline(children)})`;
const spans = (columns: number, rows: number) => `${columns > 1 ? `→${columns}` : ""}${rows > 1 ? `↓${rows}` : ""}`;

/** Blocks in one line: paragraphs in quotes, boxes in parentheses, "/" for a line break and "-" for a rule. */
export function outline(blocks: Block[]): string {
  return blocks
    .map((block): string => {
      switch (block.kind) {
        case "paragraph":
          return `${block.marker === undefined ? "" : `${block.marker} `}"${block.inlines.map(inlineText).join("")}"`;
        case "box":
          return boxText(block);
        case "float":
          return `${block.side}${boxText(block.box)}`;
        case "line":
        case "grid":
          return `${block.kind}(${block.items.map(boxText).join(" ")})`;
        case "table": {
          const rows = block.rows.map(({ cells }) =>
            cells.map((one) => `${one.column}${spans(one.columns, one.rows)}${boxText(one.box)}`).join(" "),
          );
          return `table${block.columnCount}[${rows.join(" | ")}]`;
        }
        default:
          return "-";
      }
    })
    .join(" ");
}

/** An element of a document with the properties of its style, without prefixes; lengths are pixels. */
export interface Printed {
  name: string;
  properties: Record<string, string | number>;
  children: Printed[];
  text: string;
}

function propertiesIn(xml: string): Record<string, string | number> {
  return Object.fromEntries(
    [...xml.matchAll(/ [\w-]+:([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      /^-?[\d.]+pt$/.test(value) ? Math.round((Number.parseFloat(value) / 0.75) * 10) / 10 : value,
    ]),
  );
}

function shownFor({ name, properties }: Printed): string {
  if (name === "s") return " ".repeat(Number(properties.c));
  if (name === "tab") return "\t";
  if (name === "frame") return `[${properties.width}×${properties.height}]`;
  return name === "line-break" ? "/" : "";
}

/** Reads the body of a document with its automatic styles. */
export function printedOf(body: string, styles: string): Printed[] {
  const known = new Map(
    [...styles.matchAll(/<style:style style:name="(\w+)"[^>]*>(.*?)<\/style:style>/g)].map(
      ([, name = "", inside = ""]) => [name, propertiesIn(inside)],
    ),
  );
  const root: Printed = { name: "", properties: {}, children: [], text: "" };
  const open = [root];
  for (const [token] of body.matchAll(/<[^>]*>|[^<]+/g)) {
    const parent = open.at(-1) ?? root;
    if (token.startsWith("</")) open.pop();
    else if (token.startsWith("<")) {
      const { "style-name": style = "", ...own } = propertiesIn(token);
      const name = /^<[\w-]+:([\w-]+)/.exec(token)?.[1] ?? "";
      const one: Printed = { name, properties: { ...known.get(String(style)), ...own }, children: [], text: "" };
      parent.children.push(one);
      const shown = shownFor(one);
      for (const around of open) around.text += shown;
      if (!token.endsWith("/>")) open.push(one);
    } else for (const one of open) one.text += token;
  }
  return root.children;
}

/** Lays out a page on a text area of this width. */
export function laidOut(html: string, width = 600): Printed[] {
  const layout = new PageLayout();
  const body = layout.body(builtPage(html).root, width);
  return printedOf(body, layout.styles.xml());
}

/** All elements of a name, in document order. */
export const allOf = (elements: Printed[], name: string): Printed[] =>
  elements.flatMap((one) => [...(one.name === name ? [one] : []), ...allOf(one.children, name)]);

/** A printed page in one line: paragraphs in quotes, tables with the widths of their columns and their cells. */
export function printedOutline(elements: Printed[]): string {
  return elements
    .map((one): string => {
      if (one.name === "p") return one.properties["line-height"] === 0.7 ? "." : `"${one.text}"`;
      if (one.name === "table") {
        const inside = one.children.flatMap((part) => (part.name === "table-header-rows" ? part.children : [part]));
        const widths = inside.flatMap(({ name, properties }) =>
          name === "table-column" ? [properties["column-width"]] : [],
        );
        const rows = inside.filter(({ name }) => name === "table-row");
        return `${widths.join("+")}[${rows.map((row) => printedOutline(row.children)).join(" | ")}]`;
      }
      return one.name === "covered-table-cell" ? "×" : `(${printedOutline(one.children)})`;
    })
    .join(" ");
}
