import { drawnThrough, type Point, reversed, toCorners } from "../../read/ocr/projection.ts";
import type { Dice } from "./dice.ts";

interface Grey {
  pixels: Uint8Array;
  width: number;
  height: number;
}

/**
 * Lays a paper on a darker table and looks at it from a slant.
 * @param askew how far it is turned, clockwise, in degrees
 */
export function photographed(paper: Grey, askew: number, dice: Dice): Grey {
  const { width, height } = paper;
  const room = { width: Math.round(width * 1.16), height: Math.round(height * 1.14) };
  const tilt = dice.between(0.03, 0.1);
  const angle = ((askew + dice.normal(1)) * Math.PI) / 180;
  const place = (across: number, down: number): Point => {
    const x = across * width * (1 - tilt * (0.5 - down));
    const y = down * height * (1 - tilt / 3);
    return [
      room.width / 2 + x * Math.cos(angle) - y * Math.sin(angle),
      room.height / 2 + x * Math.sin(angle) + y * Math.cos(angle),
    ];
  };
  const corners = [place(-0.5, -0.5), place(0.5, -0.5), place(0.5, 0.5), place(-0.5, 0.5)] as const;
  const onPaper = drawnThrough(paper, reversed(toCorners(width, height, corners)), room);
  const covered = drawnThrough(
    { ...paper, pixels: new Uint8Array(width * height) },
    reversed(toCorners(width, height, corners)),
    room,
  );
  const table = dice.between(70, 150);
  const stripe = dice.between(6, 30);
  for (let y = 0, at = 0; y < room.height; y++) {
    for (let x = 0; x < room.width; x++, at++) {
      if (covered.pixels[at] === 255) onPaper.pixels[at] = table + stripe * Math.sin(x / 37 + Math.sin(y / 210) * 2);
    }
  }
  return onPaper;
}
