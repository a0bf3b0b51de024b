import { placePicture } from "../image/place.ts";

const namespaces = Object.entries({
  office: "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
  style: "urn:oasis:names:tc:opendocument:xmlns:style:1.0",
  draw: "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0",
  fo: "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0",
  svg: "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0",
})
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(" ");

/**
 * Returns an OpenDocument drawing of one A4 page that shows a picture as any other picture is placed: LibreOffice opens
 * a bare EMF or WMF much too small, and would take some SVGs for its own.
 * @param size in pixels of CSS: a drawing is not enlarged beyond it
 */
export function drawingPage(picture: Buffer, size: { width: number; height: number }): string {
  const { sheet, matrix } = placePicture({ ...size, orientation: 1, resolution: undefined });
  const [width, , , height, left, bottom] = matrix;
  const top = sheet.height - bottom - height;
  const isLandscape = sheet.width > sheet.height;
  const page = `fo:margin="0pt" fo:page-width="${sheet.width}pt" fo:page-height="${sheet.height}pt" style:print-orientation="${isLandscape ? "landscape" : "portrait"}"`;
  const place = `svg:x="${left}pt" svg:y="${top}pt" svg:width="${width}pt" svg:height="${height}pt"`;
  // Without an empty list of styles LibreOffice ignores the size of the page.
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.graphics">
<office:styles/>
<office:automatic-styles>
<style:page-layout style:name="P"><style:page-layout-properties ${page}/></style:page-layout>
<style:style style:name="G" style:family="graphic"><style:graphic-properties draw:stroke="none" draw:fill="none"/></style:style>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="M" style:page-layout-name="P"/></office:master-styles>
<office:body><office:drawing><draw:page draw:name="1" draw:master-page-name="M">
<draw:frame draw:style-name="G" ${place}><draw:image><office:binary-data>${picture.toString("base64")}</office:binary-data></draw:image></draw:frame>
</draw:page></office:drawing></office:body></office:document>
`;
}
