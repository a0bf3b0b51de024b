/** A picture in grey: a byte a pixel, 0 is black, row after row from the top left corner. */
export interface GreyPicture {
  pixels: Uint8Array;
  /** In pixels. */
  width: number;
  height: number;
}
