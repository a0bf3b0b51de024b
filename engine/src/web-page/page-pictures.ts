import { attempt } from "../attempt.ts";
import { pictureKind } from "../image/picture-kind.ts";
import { openRaster } from "../image/raster.ts";
import type { PagePicture } from "./blocks.ts";
import { attribute, descendants, type Element } from "./parse-html.ts";

/** A picture of the page's own file with its bytes. */
export interface EmbeddedPicture {
  picture: PagePicture;
  bytes: Buffer;
  type: string;
}

/** Limits for all pictures of one page; those beyond are left out. */
const limits = {
  count: 400,
  bytes: 80 * 1024 * 1024,
  pixels: 250_000_000,
  pixelsPerPicture: 60_000_000,
};

/** A file that was saved with the page. */
export interface PagePart {
  type: string;
  bytes: Buffer;
}

export interface PagePictures {
  /** Null for a picture that is not in the file, undefined for one that cannot be drawn. */
  of(address: string): EmbeddedPicture | null | undefined;
  /** Returns those that are drawn. */
  used(drawn: ReadonlySet<PagePicture>): EmbeddedPicture[];
}

/**
 * Reads the pictures of a page from the file itself: none is loaded from elsewhere.
 * @param partAt returns what was saved with the page under an address
 * @param dataAt returns the `data:` address for which another one stands
 */
export async function readPictures(
  page: { childNodes: Element["childNodes"] },
  partAt: (address: string) => PagePart | undefined,
  dataAt: (address: string) => string | undefined,
): Promise<PagePictures> {
  const found = new Map<string, EmbeddedPicture | null | undefined>();
  let [bytesLeft, pixelsLeft] = [limits.bytes, limits.pixels];
  for (const element of descendants(page)) {
    if (element.tagName !== "img") continue;
    const address = attribute(element, "src")?.trim() ?? "";
    if (address === "" || found.has(address)) continue;
    const data = /^data:/i.test(address) ? address : dataAt(address);
    const part = data === undefined ? partAt(address) : dataOf(data);
    if (part === undefined && data === undefined) {
      found.set(address, null);
      continue;
    }
    const embedded =
      part && found.size < limits.count && part.bytes.length <= bytesLeft
        ? await embeddedOf(part, found.size)
        : undefined;
    const pixels = embedded ? embedded.picture.width * embedded.picture.height : 0;
    if (embedded && pixels <= pixelsLeft) {
      bytesLeft -= embedded.bytes.length;
      pixelsLeft -= pixels;
      found.set(address, embedded);
    } else found.set(address, undefined);
  }
  return {
    of: (address) => found.get(address.trim()),
    used: (drawn) => [...found.values()].filter((one) => one?.picture && drawn.has(one.picture)) as EmbeddedPicture[],
  };
}

/** Decodes a `data:` address (RFC 2397). */
function dataOf(address: string): PagePart | undefined {
  const comma = address.indexOf(",");
  if (comma < 0) return undefined;
  const head = address.slice(5, comma);
  const type = head.split(";")[0]?.trim().toLowerCase() ?? "";
  const isBase64 = /;\s*base64\s*$/i.test(head);
  const data = address.slice(comma + 1);
  const plain = () => Buffer.from(decodeURIComponent(data));
  const bytes = isBase64
    ? Buffer.from(data.replaceAll("%2B", "+").replaceAll("%2F", "/").replaceAll("%3D", "="), "base64")
    : attempt(plain);
  return bytes && { type, bytes };
}

/** Kinds that LibreOffice draws as they are. */
const kept: Record<string, [extension: string, type: string]> = {
  jpeg: ["jpg", "image/jpeg"],
  png: ["png", "image/png"],
  gif: ["gif", "image/gif"],
};

async function embeddedOf({ bytes }: PagePart, number: number): Promise<EmbeddedPicture | undefined> {
  const kind = pictureKind(bytes.subarray(0, 64));
  if (kind === undefined && isSvg(bytes)) return drawnSvg(bytes, number);
  if (kind === undefined || kind === "heic" || kind === "bmp") return undefined;
  try {
    const raster = await openRaster(bytes);
    const { width = 0, height = 0, orientation = 1 } = await raster.metadata();
    if (width < 1 || height < 1 || width * height > limits.pixelsPerPicture) return undefined;
    const asIs = kept[kind];
    if (asIs && orientation === 1) {
      const [extension, type] = asIs;
      return { picture: { name: `${number}.${extension}`, width, height }, bytes, type };
    }
    const isTurned = orientation >= 5;
    const upright = await (await openRaster(bytes)).rotate().png().toBuffer();
    const size = isTurned ? { width: height, height: width } : { width, height };
    return { picture: { name: `${number}.png`, ...size }, bytes: upright, type: "image/png" };
  } catch {
    return undefined; // a damaged picture leaves its place, as in browsers
  }
}

const isSvg = (bytes: Buffer) => /<svg[\s>]/i.test(bytes.toString("latin1", 0, 2_048));

/** Twice the resolution of the screen. */
const svgDensity = 192;
/** librsvg draws a pixel of the drawing as a point. */
const pointsPerInch = 72;
const largestSvg = 2 * 1024 * 1024;

/** Draws an SVG as pixels. libvips gives it no address, so that librsvg loads nothing that it refers to. */
async function drawnSvg(bytes: Buffer, number: number): Promise<EmbeddedPicture | undefined> {
  if (bytes.length > largestSvg) return undefined;
  try {
    const { width = 0, height = 0 } = await (await openRaster(bytes, { density: svgDensity })).metadata();
    if (width < 1 || height < 1 || width * height > limits.pixelsPerPicture / 4) return undefined;
    const drawn = await (await openRaster(bytes, { density: svgDensity })).png().toBuffer();
    const scale = pointsPerInch / svgDensity;
    return {
      picture: { name: `${number}.png`, width: width * scale, height: height * scale },
      bytes: drawn,
      type: "image/png",
    };
  } catch {
    return undefined;
  }
}
