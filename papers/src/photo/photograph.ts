import sharp from "sharp";
import type { Random } from "../random.ts";
import { pickBend } from "./bend.ts";
import { expose } from "./expose.ts";
import { layPaper, type SheetPlacement, sheetAt } from "./lay-paper.ts";
import { drawLight, drawShadow } from "./light.ts";
import { placeSheet, toSheet } from "./perspective.ts";
import type { DrawnReceipt } from "./receipt-svg.ts";
import { drawTable } from "./table.ts";

const photo = { width: 1200, height: 1600 } as const;

/**
 * Draws a receipt on a table as a phone's photograph.
 * @returns JPEG; some are rotated with an EXIF orientation, as phones do
 */
export async function photograph(random: Random, receipt: DrawnReceipt): Promise<Uint8Array> {
  const print = await sharp(Buffer.from(receipt.svg)).flatten().greyscale().blur(0.6).raw().toBuffer();
  const placement = placeReceipt(random, receipt);
  const pixels = await drawTable(random, photo.width, photo.height);
  const light = await drawLight(random, photo.width, photo.height);
  const shadow = await drawShadow((x, y) => sheetAt(placement, x, y) !== undefined, random, photo.width, photo.height);
  layPaper(pixels, photo, { print, width: receipt.width, height: receipt.height }, placement, shadow, random);
  expose(pixels, light, random);
  const developed = sharp(pixels, { raw: { ...photo, channels: 3 } });
  const turned = random.isOneIn(3);
  return (turned ? developed.rotate(270).withMetadata({ orientation: 6 }) : developed).jpeg({ quality: 80 }).toBuffer();
}

function placeReceipt(random: Random, receipt: DrawnReceipt): SheetPlacement {
  const room = { width: photo.width * random.between(0.56, 0.68), height: photo.height * random.between(0.86, 0.93) };
  const scale = Math.min(room.width / receipt.width, room.height / receipt.height);
  const centre = {
    x: photo.width / 2 + random.between(-50, 50),
    y: photo.height / 2 + random.between(-25, 25),
  };
  const size = { width: receipt.width * scale, height: receipt.height * scale };
  const corners = placeSheet(centre, size, random.between(-6, 6), random.between(-0.04, 0.13));
  return { corners, projection: toSheet(corners), bend: pickBend(random), size };
}
