import type { Paragraph } from "./blocks.ts";
import { hexColour } from "./css-values.ts";
import { attributesXml, borderText, points } from "./odt-styles.ts";
import type { Style, TextStyle } from "./style.ts";

/** Where a paragraph or table stands. All lengths are pixels. */
export interface Place {
  left: number;
  right: number;
  /** Space above. */
  above: number;
  startsPage: boolean;
}

/** Returns the properties of a paragraph's style. @param frame a box that consists of this paragraph only */
export function paragraphProperties(
  { style, marker, isHeading }: Paragraph,
  { left, right, above, startsPage }: Place,
  hanging: number,
  frame: Style | undefined,
): string {
  const hasFrame = frame !== undefined;
  const [start, end] = style.isRightToLeft ? [right, left] : [left, right];
  const background = frame?.background;
  const border = (side: "top" | "right" | "bottom" | "left") => {
    if (!frame) return undefined;
    const line = frame.border[side];
    // LibreOffice pads a paragraph only inside a border.
    if (line || !background || frame.padding[side] === 0) return borderText(line);
    return borderText({ width: 0.67, style: "solid", colour: background });
  };
  const padding = (side: "top" | "right" | "bottom" | "left") => (frame ? points(frame.padding[side]) : undefined);
  return `<style:paragraph-properties${attributesXml({
    "fo:margin-left": points(start),
    "fo:margin-right": points(end),
    "fo:margin-top": points(above),
    "fo:margin-bottom": "0pt",
    "fo:text-indent": marker === undefined ? points(indentOf(style)) : points(-hanging),
    "style:auto-text-indent": "false",
    "fo:text-align": alignmentOf(style),
    "style:justify-single-word": "false",
    "style:line-height-at-least": lineHeight(style),
    "fo:break-before": startsPage ? "page" : undefined,
    "fo:keep-with-next": isHeading ? "always" : undefined,
    "style:writing-mode": style.isRightToLeft ? "rl-tb" : "lr-tb",
    "fo:background-color": background ? hexColour(background) : undefined,
    "fo:border-top": border("top"),
    "fo:border-right": border("right"),
    "fo:border-bottom": border("bottom"),
    "fo:border-left": border("left"),
    "fo:padding-top": padding("top"),
    "fo:padding-right": padding("right"),
    "fo:padding-bottom": padding("bottom"),
    "fo:padding-left": padding("left"),
    "style:join-border": hasFrame ? "false" : undefined,
  })}/>`;
}

const indentOf = ({ textIndent }: TextStyle) => Math.min(200, Math.max(0, textIndent));

function alignmentOf({ textAlign, isRightToLeft }: TextStyle): string {
  if (textAlign === "left") return isRightToLeft ? "end" : "start";
  if (textAlign === "right") return isRightToLeft ? "start" : "end";
  return textAlign;
}

/** Lines are never lower than their text, whatever the page asks for. */
function lineHeight({ lineHeight: asked, fontSize }: TextStyle): string | undefined {
  if (asked === undefined) return undefined;
  return points("px" in asked ? asked.px : asked.factor * fontSize);
}
