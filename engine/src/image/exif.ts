import { asOrientation, type Orientation, type Resolution } from "./picture.ts";
import { readDirectory, type Tags, tiffReader } from "./tiff-directory.ts";

export interface Exif {
  orientation: Orientation;
  resolution: Resolution | undefined;
}

/** Reads orientation and resolution only; no EXIF data reaches the output. */
export function readExif(exif: Uint8Array): Exif {
  const reader = tiffReader(exif);
  const tags = reader && readDirectory(reader, reader.firstDirectory)?.tags;
  return tags ? { orientation: orientationOf(tags), resolution: resolutionOf(tags) } : noExif;
}

export const noExif: Exif = { orientation: 1, resolution: undefined };

export function orientationOf(tags: Tags): Orientation {
  return asOrientation(tags.get(0x112)?.[0]);
}

/** Returns the resolution in pixels per inch. ResolutionUnit 3 means per centimetre, and 1 means no unit. */
export function resolutionOf(tags: Tags): Resolution | undefined {
  const [x] = tags.get(0x11a) ?? [];
  const [y] = tags.get(0x11b) ?? [];
  const [unit] = tags.get(0x128) ?? [];
  if (x === undefined || y === undefined || !(x > 0 && y > 0) || unit === 1) return undefined;
  const perInch = unit === 3 ? 2.54 : 1;
  return { x: x * perInch, y: y * perInch };
}
