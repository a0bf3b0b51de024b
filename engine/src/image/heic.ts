import { defined } from "@sheaf/contracts/defined.ts";
import { ConvertError } from "../converter.ts";
import { avifPicture, isAvif } from "./avif.ts";
import { usableProfile } from "./icc.ts";
import { embedJpeg } from "./jpeg.ts";
import { checkSize, type ImageEncoding, type Picture } from "./picture.ts";
import { damagedOnFailure, openRaster } from "./raster.ts";

/** The part of libheif-js that is used; the package has no types of its own. */
interface LibHeif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  heif_colorspace: { heif_colorspace_RGB: unknown };
  heif_chroma: { heif_chroma_interleaved_RGB: unknown; heif_chroma_interleaved_RGBA: unknown };
  heif_js_decode_image2(handle: unknown, space: unknown, chroma: unknown): Promise<Decoded | undefined>;
  heif_image_release(image: unknown): void;
  /** Functions of the C library take addresses. Errors are written to `error`. */
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, profile: number): void;
  _malloc(bytes: number): number;
  _free(address: number): void;
  /** Replaced whenever the memory grows. */
  HEAPU8: Uint8Array;
}
interface HeifImage {
  handle: { $$: { ptr: number } };
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  has_alpha_channel(): boolean;
  free(): void;
}
interface Decoded {
  image: unknown;
  /** A single one, because the colours are interleaved. Its rows may be padded. */
  channels?: { width: number; height: number; stride: number; data: Uint8Array }[];
}

/**
 * libheif holds several copies of a photo in memory: 48 megapixels, the largest photos of phones, need 0.9 GB. Larger
 * ones would exceed the available memory.
 */
const maxPixels = 50_000_000;

/**
 * Decodes a photo of an iPhone or Android camera, HEVC with libheif and AV1 with libvips.
 * @throws ConvertError damaged, too-large, unsupported for other codings
 */
export async function heicPicture(bytes: Buffer): Promise<{ picture: Picture; pictures: number }> {
  try {
    return await decodedPicture(bytes);
  } catch (error) {
    const isUnread = error instanceof ConvertError && error.reason === "damaged";
    throw isUnread && unsupportedItem.test(bytes.toString("latin1", 0, headBytes)) ? unsupportedHeif() : error;
  }
}

/** Item types are declared within the first bytes of the container. */
const headBytes = 65_536;
/**
 * Item types other than HEVC and AV1: uncompressed, JPEG, JPEG 2000, H.264, H.266 (ISO/IEC 23008-12; ISO/IEC 14496-12,
 * 8.11.6).
 */
const unsupportedItem = /infe[\s\S]{8,10}(?:unci|jpeg|j2k1|avc1|vvc1)/;

function unsupportedHeif(): ConvertError {
  const kinds = "uncompressed, or in another code than HEVC and AV1";
  const advice = `is a HEIF picture of a kind that few programs can read (${kinds}). Save it as JPEG and replace it.`;
  return new ConvertError("unsupported", advice);
}

async function decodedPicture(bytes: Buffer): Promise<{ picture: Picture; pictures: number }> {
  if (isAvif(bytes)) return avifPicture(bytes);
  const { default: libheif } = (await import("libheif-js/wasm-bundle.js")) as unknown as { default: LibHeif };
  return withoutOutput(async () => {
    const images = new libheif.HeifDecoder().decode(bytes);
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
    if (!image) throw new ConvertError("damaged");
    try {
      return { picture: await asJpeg(libheif, image), pictures: images.length };
    } finally {
      for (const one of images) one.free();
    }
  });
}

/** Suppresses libheif's log on standard output, which the sandboxed process uses for its responses. */
async function withoutOutput<T>(work: () => Promise<T>): Promise<T> {
  const { log } = console;
  console.log = () => undefined;
  try {
    return await work();
  } finally {
    console.log = log;
  }
}

/**
 * Decodes a photo and encodes it as JPEG. libheif applies rotation and mirroring itself, so the EXIF orientation must
 * not be applied again. The pixels are encoded directly from libheif's memory: 48 megapixels are 150 MB, too much to be
 * copied.
 */
async function asJpeg(libheif: LibHeif, image: HeifImage): Promise<Picture> {
  checkSize(image.get_width(), image.get_height(), maxPixels);
  const hasAlpha = image.has_alpha_channel();
  const { heif_chroma_interleaved_RGB, heif_chroma_interleaved_RGBA } = libheif.heif_chroma;
  const decoded = await libheif.heif_js_decode_image2(
    image.handle,
    libheif.heif_colorspace.heif_colorspace_RGB,
    hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB,
  );
  const [pixels] = decoded?.channels ?? [];
  if (!decoded || !pixels) throw new ConvertError("damaged");

  const samples = hasAlpha ? 4 : 3;
  const { width, height, stride, data } = pixels;
  const padded = stride / samples; // pixels of a row with its padding
  const isWhole = Number.isInteger(padded);
  const rows = isWhole ? data : withoutPadding(data, stride, width * samples, height);
  const raw = { width: isWhole ? padded : width, height, channels: samples } as const;
  const raster = await openRaster(Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength), { raw });
  const coded = await damagedOnFailure(
    raster
      .extract({ left: 0, top: 0, width, height })
      .flatten({ background: "#fff" })
      .jpeg({ quality: 90, chromaSubsampling: "4:4:4" })
      .toBuffer(),
  );
  libheif.heif_image_release(decoded.image);
  const { picture } = embedJpeg(coded);
  if (!picture) throw new Error("A re-encoded picture could not be embedded");
  const profile = usableProfile(profileOf(libheif, image), "rgb");
  const encoding: ImageEncoding = { ...picture.encoding, colours: { kind: "rgb", ...defined({ profile }) } };
  return { ...picture, encoding, resolution: undefined };
}

/** Returns the photo's ICC profile; empty when there is none. */
function profileOf(libheif: LibHeif, { handle }: HeifImage): Buffer {
  const size = libheif._heif_image_handle_get_raw_color_profile_size(handle.$$.ptr);
  if (size === 0) return Buffer.alloc(0);
  const errorBytes = 12; // two numbers and an address
  const memory = libheif._malloc(errorBytes + size);
  libheif._heif_image_handle_get_raw_color_profile(memory, handle.$$.ptr, memory + errorBytes);
  const profile = Buffer.from(libheif.HEAPU8.subarray(memory + errorBytes, memory + errorBytes + size));
  libheif._free(memory);
  return profile;
}

function withoutPadding(data: Uint8Array, stride: number, rowBytes: number, rows: number): Uint8Array {
  return Buffer.concat(Array.from({ length: rows }, (_, row) => data.subarray(row * stride, row * stride + rowBytes)));
}
