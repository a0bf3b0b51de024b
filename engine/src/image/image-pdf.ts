import zlib from "node:zlib";
import { PDFContext, PDFDict, type PDFObject, PDFRawStream, type PDFRef } from "@cantoo/pdf-lib";
import { StreamInParts, writeDocument } from "../pdf/file-writer.ts";
import { printNumbers } from "../pdf/geometry.ts";
import { name } from "../pdf/objects.ts";
import type { Colours, Picture } from "./picture.ts";
import { placePicture } from "./place.ts";

/** Writes one A4 page per picture, in the form that `assemble` reads. */
export function writePictures(pictures: Picture[], outPath: string): void {
  const context = PDFContext.create();
  const tree = context.nextRef();
  const pages = pictures.map((picture) => {
    const { sheet, matrix } = placePicture(picture);
    const page = context.obj({
      Type: "Page",
      MediaBox: [0, 0, sheet.width, sheet.height],
      Parent: tree,
      Resources: { XObject: { I: imageOf(picture, context) } },
      Contents: context.register(context.stream(`q ${printNumbers(matrix)} cm /I Do Q`)),
    });
    return context.register(page);
  });
  context.assign(tree, context.obj({ Type: "Pages", Kids: pages, Count: pages.length }));
  writeDocument(context, context.register(context.obj({ Type: "Catalog", Pages: tree })), outPath);
}

function imageOf({ width, height, encoding, data }: Picture, context: PDFContext): PDFRef {
  const image = context.obj({
    Type: "XObject",
    Subtype: "Image",
    Width: width,
    Height: height,
    BitsPerComponent: encoding.bitsPerComponent,
    Filter: encoding.filter,
    ColorSpace: colourSpace(encoding.colours, context),
    DecodeParms: encoding.decodeParameters,
    Decode: encoding.decode,
    Mask: encoding.transparent,
  });
  return context.register(new StreamInParts(image, data));
}

const deviceSpaces = { grey: "DeviceGray", rgb: "DeviceRGB", cmyk: "DeviceCMYK" } as const;
const components = { grey: 1, rgb: 3, cmyk: 4 } as const;

function colourSpace(colours: Colours, context: PDFContext): PDFObject {
  const { kind, profile } = colours;
  const space = profiledSpace(kind === "palette" ? "rgb" : kind, profile, context);
  if (kind !== "palette") return space;
  const table = context.register(PDFRawStream.of(PDFDict.withContext(context), colours.palette));
  return context.obj(["Indexed", space, colours.palette.length / 3 - 1, table]);
}

function profiledSpace(
  kind: keyof typeof deviceSpaces,
  profile: Uint8Array | undefined,
  context: PDFContext,
): PDFObject {
  if (!profile) return name(deviceSpaces[kind]);
  const entries = { N: components[kind], Alternate: deviceSpaces[kind], Filter: "FlateDecode" };
  const stream = PDFRawStream.of(context.obj(entries), zlib.deflateSync(profile));
  return context.obj(["ICCBased", context.register(stream)]);
}
