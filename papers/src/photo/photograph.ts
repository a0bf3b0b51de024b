import sharp from "sharp";
import type { Chance } from "../chance.ts";
import { pickBend } from "./bend.ts";
import { expose } from "./expose.ts";
import { type Lying, layPaper, sheetAt } from "./lay-paper.ts";
import { drawLight, drawShadow } from "./light.ts";
import { placeSheet, toSheet } from "./perspective.ts";
import type { DrawnReceipt } from "./receipt-svg.ts";
import { drawTable } from "./table.ts";

const photo = { width: 1200, height: 1600 } as const;

/** A receipt on a table, as a phone's camera sees it. @returns JPEG; some lie on their side and say so in their EXIF, as phones do */
export async function photograph(chance: Chance, receipt: DrawnReceipt): Promise<Uint8Array> {
  const print = await sharp(Buffer.from(receipt.svg)).flatten().greyscale().blur(0.6).raw().toBuffer();
  const lying = putDown(chance, receipt);
  const pixels = await drawTable(chance, photo.width, photo.height);
  const light = await drawLight(chance, photo.width, photo.height);
  const shadow = await drawShadow((x, y) => sheetAt(lying, x, y) !== undefined, chance, photo.width, photo.height);
  layPaper(pixels, photo, { print, width: receipt.width, height: receipt.height }, lying, shadow, chance);
  expose(pixels, light, chance);
  const developed = sharp(pixels, { raw: { ...photo, channels: 3 } });
  const turned = chance.isOneIn(3);
  return (turned ? developed.rotate(270).withMetadata({ orientation: 6 }) : developed).jpeg({ quality: 80 }).toBuffer();
}

function putDown(chance: Chance, receipt: DrawnReceipt): Lying {
  const room = { width: photo.width * chance.between(0.56, 0.68), height: photo.height * chance.between(0.86, 0.93) };
  const scale = Math.min(room.width / receipt.width, room.height / receipt.height);
  const centre = {
    x: photo.width / 2 + chance.between(-50, 50),
    y: photo.height / 2 + chance.between(-25, 25),
  };
  const size = { width: receipt.width * scale, height: receipt.height * scale };
  const corners = placeSheet(centre, size, chance.between(-6, 6), chance.between(-0.04, 0.13));
  return { corners, projection: toSheet(corners), bend: pickBend(chance), size };
}
