import { PDFDocument } from "@cantoo/pdf-lib";

const longSide = 841.89;
const shortSide = 595.276;
/** As Sheaf places pictures: a margin of 18 points, and at least 96 dots per inch. */
const margin = 18;
const fewestDpi = 96;

/** Returns a PDF with each JPEG on an A4 page of its own. */
export async function picturesPdf(jpegs: Uint8Array[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (const jpeg of jpegs) {
    const image = await document.embedJpg(jpeg);
    const [width, height] = image.width > image.height ? [longSide, shortSide] : [shortSide, longSide];
    const room = Math.min((width - 2 * margin) / image.width, (height - 2 * margin) / image.height);
    const scale = Math.min(room, 72 / fewestDpi);
    const size = { width: image.width * scale, height: image.height * scale };
    const place = { x: (width - size.width) / 2, y: (height - size.height) / 2 };
    document.addPage([width, height]).drawImage(image, { ...place, ...size });
  }
  return document.save({ useObjectStreams: false });
}
