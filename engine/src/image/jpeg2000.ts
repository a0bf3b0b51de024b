import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import { defined } from "@sheaf/contracts/defined.ts";
import { ConvertError } from "../converter.ts";
import { withPdfium } from "../pdf/pdfium.ts";
import { heapOf } from "../pdf/pdfium-module.ts";
import { usableProfile } from "./icc.ts";
import { embedJpeg } from "./jpeg.ts";
import { type Jpeg2000Header, readJpeg2000Header } from "./jpeg2000-header.ts";
import { checkSize, type Picture } from "./picture.ts";
import { embedPng } from "./png.ts";
import { damagedOnFailure, openRaster } from "./raster.ts";

/** PDFium's decoder holds four bytes for each sample: 48 megapixels in colour need 1.2 GB. */
const maxPixels = 50_000_000;

/** Enumerated colour spaces that PDFium converts (ISO/IEC 15444-1, table I.10; 15444-2, table M.25). */
const colourSpaces = { cmyk: 12, srgb: 16, grey: 17, sycc: 18 } as const;
const isKnown = (space: number) => (Object.values(colourSpaces) as number[]).includes(space);

/**
 * Decodes a JPEG 2000 picture with PDFium, which reads them as part of a PDF, to eight bits of grey or sRGB on white.
 * @throws ConvertError damaged, too-large, unsupported for other colour spaces and numbers of channels
 */
export async function jpeg2000Picture(bytes: Buffer): Promise<{ picture: Picture; pictures: number }> {
  const header = readJpeg2000Header(bytes);
  const { width, height, channels, hasAlpha, colourSpace, resolution, pictures } = header;
  checkSize(width, height, maxPixels);
  const isGrey = channels === 1;
  const isUsual = isGrey || channels === 3 || channels === 4;
  if (!isUsual || (colourSpace !== undefined && !isKnown(colourSpace)) || (isGrey && hasAlpha)) throw unusual();

  const encoded = await encode(await decode(bytes, header), header);
  const kind = isGrey ? "grey" : "rgb";
  // PDFium ignores the profile, except that it converts inks to sRGB.
  const profile = header.profile && channels < 4 ? usableProfile(header.profile, kind) : undefined;
  const encoding = { ...encoded.encoding, colours: { kind, ...defined({ profile }) } as const };
  return { picture: { ...encoded, encoding, orientation: 1, resolution }, pictures };
}

function unusual(): ConvertError {
  const advice = "is a JPEG 2000 picture of a kind that few programs can read. Save it as JPEG or PDF and replace it.";
  return new ConvertError("unsupported", advice);
}

/** Returns a PDF of one square page, which the picture covers. */
function pdfAround(bytes: Buffer, { width, height, hasAlpha }: Jpeg2000Header): Buffer {
  const mask = hasAlpha ? "/SMaskInData 1" : "";
  const entries = `/Width ${width} /Height ${height} /Filter /JPXDecode /Length ${bytes.length} ${mask}`;
  const content = "1 0 0 1 0 0 cm /I Do";
  const start = `%PDF-1.7
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 1 1] /Resources <</XObject <</I 5 0 R>>>> /Contents 4 0 R>> endobj
4 0 obj <</Length ${content.length}>> stream
${content}
endstream endobj
5 0 obj <</Type /XObject /Subtype /Image ${entries}>> stream
`;
  const end = "\nendstream endobj\ntrailer <</Root 1 0 R /Size 6>>\n%%EOF\n";
  return Buffer.concat([Buffer.from(start), bytes, Buffer.from(end)]);
}

/** FPDFBitmap_BGR, and FPDF_REVERSE_BYTE_ORDER, with which it is RGB (fpdfview.h). */
const threeBytes = 2;
const reverseByteOrder = 0x10;
const white = 0xffffffff;

interface Decoded {
  pdfium: WrappedPdfiumModule;
  /** A bitmap in PDFium's memory. */
  bitmap: number;
}

async function decode(bytes: Buffer, header: Jpeg2000Header): Promise<Decoded> {
  try {
    return await withPdfium(pdfAround(bytes, header), "", ({ pdfium, document }) => draw(pdfium, document, header));
  } catch (error) {
    // A failure of PDFium is the file's fault, too: the PDF around the picture is known to be whole.
    throw error instanceof ConvertError ? error : new ConvertError("damaged", undefined, { cause: error });
  }
}

/** Draws the picture pixel by pixel. */
function draw(pdfium: WrappedPdfiumModule, document: number, { width, height }: Jpeg2000Header): Decoded {
  const page = pdfium.FPDF_LoadPage(document, 0);
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, threeBytes, 0, 0);
  if (page === 0 || bitmap === 0) throw new ConvertError("damaged");
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, reverseByteOrder);
  const isBlank = bytesOf({ pdfium, bitmap }, height).every((byte) => byte === 255);
  if (isBlank && pdfium.FPDFImageObj_GetBitmap(pdfium.FPDFPage_GetObject(page, 0)) === 0) {
    throw new ConvertError("damaged"); // PDFium draws nothing when it cannot decode the picture
  }
  pdfium.FPDF_ClosePage(page);
  return { pdfium, bitmap };
}

/** Returns the bitmap in PDFium's memory, which is too much to be copied. */
function bytesOf({ pdfium, bitmap }: Decoded, height: number): Buffer {
  const heap = heapOf(pdfium);
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
  return Buffer.from(heap.buffer, start, pdfium.FPDFBitmap_GetStride(bitmap) * height);
}

async function encode(decoded: Decoded, { width, height, channels, isLossy }: Jpeg2000Header): Promise<Picture> {
  const { pdfium, bitmap } = decoded;
  const stride = pdfium.FPDFBitmap_GetStride(bitmap);
  // libvips reads whole pixels only, and rows are padded to four bytes.
  const pixels = bytesOf(decoded, height);
  const isPadded = stride % 3 !== 0;
  const rows = isPadded ? withoutPadding(pixels, stride, width * 3) : pixels;
  const raw = { width: isPadded ? width : stride / 3, height, channels: 3 } as const;
  const raster = (await openRaster(rows, { raw })).extract({ left: 0, top: 0, width, height });
  const coloured = channels === 1 ? raster.toColourspace("b-w") : raster;
  const { picture } = isLossy
    ? embedJpeg(await damagedOnFailure(coloured.jpeg({ quality: 90, chromaSubsampling: "4:4:4" }).toBuffer()))
    : embedPng(await damagedOnFailure(coloured.png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer()));
  pdfium.FPDFBitmap_Destroy(bitmap);
  if (!picture) throw new Error("A re-encoded picture could not be embedded");
  return picture;
}

/** Moves the rows together in place. */
function withoutPadding(pixels: Buffer, stride: number, rowBytes: number): Buffer {
  const rows = pixels.length / stride;
  for (let row = 1; row < rows; row++) pixels.copyWithin(row * rowBytes, row * stride, row * stride + rowBytes);
  return pixels.subarray(0, rows * rowBytes);
}
