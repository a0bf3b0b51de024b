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
  return inlines
    .map((inline) => {
      if (inline.kind === "break") return "<text:line-break/>";
      if (inline.kind === "picture") {
        usePicture(inline.picture);
        return pictureXml(inline, width, styles);
      }
      const { text, style, background, href } = inline;
      const name = styles.textStyle(style, background);
      const span = `<text:span text:style-name="${name}">${textXml(text)}</text:span>`;
      if (href === undefined) return span;
      return `<text:a${attributesXml({
        "xlink:type": "simple",
        "xlink:href": href,
        "text:style-name": name,
        "text:visited-style-name": name,
      })}>${span}</text:a>`;
    })
    .join("");
}

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
