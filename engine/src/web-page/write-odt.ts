import { type Parts, writeZip } from "../sheet/zip-writer.ts";
import { type Colour, hexColour } from "./css-values.ts";
import { attributesXml, points } from "./odt-styles.ts";
import type { EmbeddedPicture } from "./page-pictures.ts";

const mimetype = "application/vnd.oasis.opendocument.text";
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespaces = Object.entries({
  office: "office",
  style: "style",
  text: "text",
  table: "table",
  draw: "drawing",
  fo: "xsl-fo-compatible",
  svg: "svg-compatible",
})
  .map(([prefix, name]) => ` xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(' xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3"')
  .join("");

/** The size of a page and its margins on all sides, in pixels. */
export interface PageSize {
  width: number;
  height: number;
  margin: number;
}

export interface OdtDocument {
  /** The blocks of the text. */
  body: string;
  /** Automatic styles. */
  styles: string;
  page: PageSize;
  background: Colour | undefined;
  pictures: EmbeddedPicture[];
}

/** Writes an OpenDocument text that refers to nothing outside of itself, except by links. */
export function writeOdt(path: string, { body, styles, page, background, pictures }: OdtDocument): Promise<void> {
  const content = `${declaration}<office:document-content${namespaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`;
  const parts: Parts = [
    ["mimetype", mimetype],
    ["content.xml", content],
    ["styles.xml", stylesXml(page, background)],
    ...pictures.map(({ picture, bytes }) => [`Pictures/${picture.name}`, bytes] as const),
    ["META-INF/manifest.xml", manifest(pictures)],
  ];
  return writeZip(path, parts);
}

function stylesXml({ width, height, margin }: PageSize, background: Colour | undefined): string {
  const layout = attributesXml({
    "fo:page-width": points(width),
    "fo:page-height": points(height),
    "style:print-orientation": width > height ? "landscape" : "portrait",
    "fo:margin-top": points(margin),
    "fo:margin-right": points(margin),
    "fo:margin-bottom": points(margin),
    "fo:margin-left": points(margin),
    "fo:background-color": background ? hexColour(background) : undefined,
  });
  const language =
    'fo:language="en" fo:country="GB" style:language-asian="zh" style:country-asian="CN" style:language-complex="ar" style:country-complex="SA"';
  const fonts =
    'fo:font-family="\'Liberation Serif\'" style:font-family-asian="\'Noto Sans CJK SC\'" style:font-family-complex="\'DejaVu Sans\'" fo:font-size="12pt" fo:hyphenate="false"';
  return `${declaration}<office:document-styles${namespaces}><office:styles><style:default-style style:family="paragraph"><style:paragraph-properties fo:orphans="2" fo:widows="2" style:tab-stop-distance="36pt" style:writing-mode="page"/><style:text-properties ${fonts} ${language}/></style:default-style><style:default-style style:family="table"><style:table-properties table:border-model="collapsing"/></style:default-style><style:style style:name="Link" style:family="text"/></office:styles><office:automatic-styles><style:page-layout style:name="L1"><style:page-layout-properties${layout}/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L1"/></office:master-styles></office:document-styles>`;
}

function manifest(pictures: EmbeddedPicture[]): string {
  const entry = (path: string, type: string) =>
    `<manifest:file-entry${attributesXml({ "manifest:full-path": path, "manifest:media-type": type })}/>`;
  const entries = [
    entry("/", mimetype),
    entry("content.xml", "text/xml"),
    entry("styles.xml", "text/xml"),
    ...pictures.map(({ picture, type }) => entry(`Pictures/${picture.name}`, type)),
  ];
  return `${declaration}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">${entries.join("")}</manifest:manifest>`;
}
