import { type XmlElement, xmlEvents } from "./xml-events.ts";

/** An element with its content, and the positions of both in the text. */
export interface XmlNode {
  element: XmlElement;
  /** From the start tag to the end of the end tag. */
  from: number;
  to: number;
  /** Between start tag and end tag; after the start tag of an empty element, with length 0. */
  inner: { from: number; to: number };
  children: XmlNode[];
}

/**
 * Reads a small part as a whole.
 * @returns the root element; undefined where the text is not well-formed
 */
export function readTree(xml: string): XmlNode | undefined {
  const open: XmlNode[] = [];
  let root: XmlNode | undefined;
  for (const event of xmlEvents(xml)) {
    if (event.kind === "fault") return undefined;
    if (event.kind === "open") {
      const { element } = event;
      const node = { element, from: element.from, to: element.to, inner: { from: element.to, to: 0 }, children: [] };
      open.at(-1)?.children.push(node);
      root ??= node;
      open.push(node);
    } else if (event.kind === "close") {
      const node = open.pop();
      if (!node) continue;
      node.inner.to = event.from;
      node.to = event.to;
    }
  }
  return root;
}

/** The first child with this name. @param local without prefix */
export const childOf = (node: XmlNode | undefined, local: string): XmlNode | undefined =>
  node?.children.find(({ element }) => element.local === local);
