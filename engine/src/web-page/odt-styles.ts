import { xmlText } from "../sheet/xml-text.ts";
import { type Colour, hexColour } from "./css-values.ts";
import type { BorderLine, TextStyle } from "./style.ts";

const manyStyles = 6_000;

type Attributes = Record<string, string | undefined>;

/** Writes attributes; undefined ones are left out. */
export const attributesXml = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${xmlText(value)}"`))
    .join("");

/** Pixels at 96 per inch as points. */
export const points = (pixels: number): string => `${(pixels * 0.75).toFixed(2)}pt`;

const families = {
  paragraph: "P",
  text: "S",
  table: "T",
  "table-column": "C",
  "table-row": "R",
  "table-cell": "D",
  graphic: "G",
} as const;

/** The automatic styles of a document (ODF 1.3-3, section 16): equal ones are written once. */
export class OdtStyles {
  private readonly names = new Map<string, string>();
  private readonly written: string[] = [];

  /** @param properties elements with the properties of the style */
  nameOf(family: keyof typeof families, properties: string, attributes: Attributes = {}): string {
    const key = `${family}${attributesXml(attributes)}${properties}`;
    let name = this.names.get(key);
    if (name === undefined) {
      name = `${families[family]}${this.names.size + 1}`;
      this.names.set(key, name);
      this.written.push(
        `<style:style style:name="${name}" style:family="${family}"${attributesXml(attributes)}>${properties}</style:style>`,
      );
    }
    return name;
  }

  /** Returns the name of the style for a text. */
  textStyle(style: TextStyle, background: Colour | undefined, isMarker = false): string {
    // LibreOffice takes more than proportional time for styles; beyond this number, colours are left out.
    if (this.names.size > manyStyles) return this.plainStyle(style);
    const colour = readable(style, background ?? style.behind);
    const decoration = isMarker ? undefined : style;
    const weight = style.isBold ? "bold" : "normal";
    const slant = style.isItalic ? "italic" : "normal";
    const size = points(Math.max(4, style.raised ? style.fontSize * 1.2 : style.fontSize));
    const properties = attributesXml({
      "fo:font-family": `'${style.fontFamily}'`,
      "fo:font-size": size,
      "style:font-size-asian": size,
      "style:font-size-complex": size,
      "fo:font-weight": weight,
      "style:font-weight-asian": weight,
      "style:font-weight-complex": weight,
      "fo:font-style": slant,
      "style:font-style-asian": slant,
      "style:font-style-complex": slant,
      "fo:color": hexColour(colour),
      "fo:background-color": background ? hexColour(background) : undefined,
      "fo:letter-spacing": style.letterSpacing === 0 ? undefined : points(style.letterSpacing),
      "style:text-underline-style": decoration?.isUnderlined ? "solid" : "none",
      "style:text-underline-color": decoration?.isUnderlined ? "font-color" : undefined,
      "style:text-line-through-style": decoration?.isStruck ? "solid" : undefined,
      "style:text-position": style.raised ? `${style.raised} 70%` : undefined,
    });
    return this.nameOf("text", `<style:text-properties${properties}/>`);
  }

  private plainStyle({ fontFamily, fontSize, isBold }: TextStyle): string {
    const properties = attributesXml({
      "fo:font-family": `'${fontFamily}'`,
      "fo:font-size": points(Math.max(4, Math.round(fontSize))),
      "fo:font-weight": isBold ? "bold" : "normal",
    });
    return this.nameOf("text", `<style:text-properties${properties}/>`);
  }

  xml(): string {
    return this.written.join("");
  }
}

const darkest: Colour = { r: 34, g: 34, b: 34, alpha: 1 };

/** Text that was written for a picture behind it would be unreadable on white. */
function readable({ colour, isOverPicture }: TextStyle, behind: Colour): Colour {
  if (!isOverPicture) return colour;
  const difference = Math.abs(brightness(colour) - brightness(behind));
  return difference < 90 ? darkest : colour;
}

const brightness = ({ r, g, b }: Colour) => (r * 299 + g * 587 + b * 114) / 1000;

/** "0.75pt solid #cccccc"; "none" without a line. */
export const borderText = (line: BorderLine | undefined): string =>
  line ? `${points(Math.max(0.67, line.width))} ${line.style} ${hexColour(line.colour)}` : "none";
