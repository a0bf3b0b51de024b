import { type DefaultTreeAdapterTypes, defaultTreeAdapter, Parser } from "parse5";
import { ConvertError } from "../converter.ts";

export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;
type Document = DefaultTreeAdapterTypes.Document;

/** Limits of one page; a page beyond them is generated or hostile. */
const limits = {
  elements: 250_000,
  /** Some steps of the parser take time in proportion to the depth. */
  depth: 500,
  attributes: 500,
  /** The parser is given this many characters at a time, and what it has built is checked between them. */
  piece: 16_384,
};

const advice = "Print it to PDF and replace it.";

/**
 * Parses HTML as browsers do (WHATWG HTML, section 13.2), in bounded time and memory.
 * @throws ConvertError too-large
 */
export function parseHtml(html: string): Document {
  let [elements, depth] = [0, 0];
  const parser = new Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>({
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(...given) {
        elements++;
        if (elements > limits.elements)
          throw tooLarge(`has more than ${limits.elements.toLocaleString("en-GB")} elements`);
        return defaultTreeAdapter.createElement(...given);
      },
      onItemPush() {
        depth++;
        if (depth > limits.depth) throw tooLarge(`has elements nested more than ${limits.depth} deep`);
      },
      onItemPop() {
        depth--;
      },
    },
  });
  const { tokenizer } = parser;
  for (let at = 0; at < html.length; at += limits.piece) {
    tokenizer.write(html.slice(at, at + limits.piece), false);
    // The parser compares each attribute with all earlier ones of its element.
    if (attributesOf(tokenizer) > limits.attributes) {
      throw tooLarge(`has an element with more than ${limits.attributes} attributes`);
    }
  }
  tokenizer.write("", true);
  return parser.document;
}

/** Returns the number of attributes of the tag that is being read, which parse5 keeps to itself. */
function attributesOf(tokenizer: object): number {
  const { currentToken } = tokenizer as { currentToken: { attrs?: unknown[] } | null };
  return currentToken?.attrs?.length ?? 0;
}

const tooLarge = (what: string) => new ConvertError("too-large", `is a web page that ${what}. ${advice}`);

export const isElement = (node: { nodeName: string }): node is Element => "tagName" in node;

export const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === "#text";

/** Returns an attribute's value; undefined when the element does not have it. */
export function attribute(element: Element, name: string): string | undefined {
  for (const one of element.attrs) if (one.name === name) return one.value;
  return undefined;
}

export const childElements = (parent: { childNodes: Node[] }): Element[] => parent.childNodes.filter(isElement);

/** Returns all elements below a node in document order, without those in templates. */
export function* descendants(parent: { childNodes: Node[] }): Generator<Element> {
  for (const child of parent.childNodes) {
    if (!isElement(child)) continue;
    yield child;
    yield* descendants(child);
  }
}

/** Returns the text of an element and of all elements in it. */
export function textContent(parent: { childNodes: Node[] }): string {
  return parent.childNodes
    .map((child) => (isText(child) ? child.value : isElement(child) ? textContent(child) : ""))
    .join("");
}
