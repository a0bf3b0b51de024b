import { ConvertError } from "../converter.ts";
import { embedJpeg } from "./jpeg.ts";
import { checkSize, type Picture } from "./picture.ts";
import { openRaster, rasterPicture, refusing } from "./raster.ts";

/** The part of libheif-js that is used; the package has no types of its own. */
interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean | number;
  display(target: { data: Uint8ClampedArray; width: number; height: number }, done: (shown: unknown) => void): void;
  free(): void;
}
interface LibHeif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}

/**
 * A photo of an iPhone or Android camera. libheif decodes what is coded as HEVC, libvips what is coded as AV1.
 * @throws ConvertError damaged, too-large
 */
export async function heicPicture(bytes: Buffer): Promise<{ picture: Picture; pictures: number }> {
  if (bytes.toString("latin1", 8, 12).startsWith("avi")) {
    return { picture: await rasterPicture(bytes, { isPhoto: true }), pictures: 1 };
  }
  const { default: libheif } = (await import("libheif-js/wasm-bundle.js")) as unknown as { default: LibHeif };
  const images = withoutOutput(() => new libheif.HeifDecoder().decode(bytes));
  const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
  if (!image) throw new ConvertError("damaged");
  try {
    return { picture: await asJpeg(image), pictures: images.length };
  } finally {
    for (const one of images) one.free();
  }
}

/** libheif tells its troubles on standard output, where the process that converts gives its answers. */
function withoutOutput<T>(work: () => T): T {
  const { log } = console;
  console.log = () => undefined;
  try {
    return work();
  } finally {
    console.log = log;
  }
}

/** libheif applies rotation and mirroring itself, so the EXIF orientation must not be applied again. */
async function asJpeg(image: HeifImage): Promise<Picture> {
  const [width, height] = [image.get_width(), image.get_height()];
  checkSize(width, height);
  const data = new Uint8ClampedArray(width * height * 4);
  const shown = await new Promise((resolve) => image.display({ data, width, height }, resolve));
  if (!shown) throw new ConvertError("damaged");
  const pixels = Buffer.from(data.buffer);
  const raster = await openRaster(pixels, { raw: { width, height, channels: 4 } });
  const coded = raster.flatten({ background: "#fff" }).jpeg({ quality: 90, chromaSubsampling: "4:4:4" });
  const { picture } = embedJpeg(await refusing(coded.toBuffer()));
  if (!picture) throw new Error("A picture of our own could not be embedded");
  return { ...picture, resolution: undefined };
}
