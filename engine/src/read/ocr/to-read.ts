import type { Recognise } from "../tesseract.ts";
import type { GreyPicture } from "./grey-picture.ts";
import type { Projection } from "./projection.ts";

export interface ReadOptions {
  languages: string[];
  recognise: Recognise;
  dpi: number;
}

export interface ToRead {
  /** Cleaned and straightened. */
  picture: GreyPicture;
  toGiven: Projection;
  inkTiles: number;
  /** Share of the ink that lies in single dots. */
  grain: number;
}
