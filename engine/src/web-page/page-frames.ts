import { defaultTreeAdapter } from "parse5";
import { decodePage } from "./page-encoding.ts";
import type { PagePart } from "./page-pictures.ts";
import { attribute, descendants, type Element, isElement, parseHtml } from "./parse-html.ts";

/** A page with more frames shows advertisements in them. */
const maxFrames = 20;

/**
 * Puts the pages of frames in their places, where the file holds them. Others are left out.
 * @returns whether there were frames
 */
export function fillFrames(root: Element, partAt: (address: string) => PagePart | undefined): boolean {
  const frames = [...descendants(root)].filter(({ tagName }) => tagName === "iframe" || tagName === "frame");
  for (const frame of frames.slice(0, maxFrames)) {
    const source = attribute(frame, "src");
    const part = source === undefined ? undefined : partAt(source);
    const html =
      attribute(frame, "srcdoc") ?? (part && /html/.test(part.type) ? decodePage(part.bytes).text : undefined);
    const page = html === undefined ? undefined : bodyOf(html);
    if (!page) continue;
    frame.tagName = "div";
    frame.nodeName = "div";
    frame.attrs = frame.attrs.filter(({ name }) => name === "style" || name === "class" || name === "hidden");
    for (const child of [...frame.childNodes]) defaultTreeAdapter.detachNode(child);
    for (const child of [...page.childNodes]) {
      defaultTreeAdapter.detachNode(child);
      defaultTreeAdapter.appendChild(frame, child);
    }
    // A frame of the page's own kind has no place of its own: its set is hidden unless it becomes a block.
    const set = frame.parentNode;
    if (set && isElement(set) && set.tagName === "frameset") set.tagName = "div";
  }
  return frames.length > 0;
}

function bodyOf(html: string): Element | undefined {
  const root = parseHtml(html).childNodes.find((one): one is Element => isElement(one));
  return root?.childNodes.find((one): one is Element => isElement(one) && one.tagName === "body");
}
