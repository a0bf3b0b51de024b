import { xmlText } from "../sheet/xml-text.ts";
import type { Inline, PagePicture } from "./blocks.ts";
import { attributesXml, type OdtStyles, points } from "./odt-styles.ts";

/** Writes text with its spaces (ODF 1.3-3, section 6.1.2). */
export const textXml = (text: string): string =>
  text
    .split(/( {2,}|^ | $)/)
    .map((part) => (/^ +$/.test(part) ? `<text:s text:c="${part.length}"/>` : xmlText(part)))
    .join("");

export interface InlineOptions {
  styles: OdtStyles;
  /** Pictures are shrunk to this width, in pixels. */
  width: number;
  /** Called for each picture that is drawn. */
  usePicture(picture: PagePicture): void;
}

/** Writes the content of a paragraph. */
export function inlinesXml(inlines: Inline[], { styles, width, usePicture }: InlineOptions): string {
  let xml = "";
  let open: string | undefined;
  // Neighbouring texts with the same target are one link: LibreOffice draws the second of two in its own colours.
  const link = (href: string | undefined) => {
    if (href === open) return;
    if (open !== undefined) xml += "</text:a>";
    if (href !== undefined)
      xml += `<text:a${attributesXml({ "xlink:type": "simple", "xlink:href": href, ...linkStyles })}>`;
    open = href;
  };
  for (const inline of inlines) {
    link(inline.kind === "text" ? inline.href : undefined);
    if (inline.kind === "break") xml += "<text:line-break/>";
    else if (inline.kind === "picture") {
      usePicture(inline.picture);
      xml += pictureXml(inline, width, styles);
    } else {
      const name = styles.textStyle(inline.style, inline.background);
      xml += `<text:span text:style-name="${name}">${textXml(inline.text)}</text:span>`;
    }
  }
  link(undefined);
  return xml;
}

/** Styles of the document (`writeOdt`) that leave links as the page shows them. */
const linkStyles = { "text:style-name": "Link", "text:visited-style-name": "Link" };

/** Taller pictures would not fit on a page. */
const tallest = 900;

function pictureXml(
  { picture, width, height }: Extract<Inline, { kind: "picture" }>,
  available: number,
  styles: OdtStyles,
): string {
  const scale = Math.min(1, available / width, tallest / height);
  const style = styles.nameOf(
    "graphic",
    '<style:graphic-properties style:vertical-pos="top" style:vertical-rel="baseline" fo:padding="0pt" fo:border="none"/>',
  );
  const frame = attributesXml({
    "draw:style-name": style,
    "text:anchor-type": "as-char",
    "svg:width": points(width * scale),
    "svg:height": points(height * scale),
  });
  const image = attributesXml({
    "xlink:href": `Pictures/${picture.name}`,
    "xlink:type": "simple",
    "xlink:show": "embed",
    "xlink:actuate": "onLoad",
  });
  return `<draw:frame${frame}><draw:image${image}/></draw:frame>`;
}
