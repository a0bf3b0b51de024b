import type { PDFObject } from "@cantoo/pdf-lib";
import { numberEntry } from "./objects.ts";

/** PNG filter types (PNG, 9.2). */
const [sub, average, paeth] = [1, 3, 4];
export const up = 2;
const tiffRows = 2;

/**
 * Reverses the predictor that was applied to the rows of data before they were compressed (ISO 32000-1, 7.4.4.4).
 * @param parameters of the filter; without a predictor in them, the data is returned unchanged
 */
export function undoPredictor(data: Buffer, parameters: PDFObject | undefined): Buffer {
  const predictor = numberEntry(parameters, "Predictor") ?? 1;
  if (predictor < 2) return data;
  const [colours, bits] = [numberEntry(parameters, "Colors") ?? 1, numberEntry(parameters, "BitsPerComponent") ?? 8];
  const columns = numberEntry(parameters, "Columns") ?? 1;
  const pixelBytes = Math.max(1, Math.ceil((colours * bits) / 8));
  const rowBytes = Math.max(1, Math.ceil((colours * bits * columns) / 8));
  if (predictor === tiffRows) return bits === 8 ? undoTiffPredictor(data, rowBytes, pixelBytes) : data;
  return undoPngFilters(data, rowBytes, pixelBytes);
}

function undoTiffPredictor(data: Buffer, rowBytes: number, pixelBytes: number): Buffer {
  const plain = Buffer.from(data);
  for (let at = 0; at < plain.length; at++) {
    if (at % rowBytes >= pixelBytes) plain[at] = (plain[at] ?? 0) + (plain[at - pixelBytes] ?? 0);
  }
  return plain;
}

/** Reverses PNG filters. Each row begins with its filter type; the last row may be truncated. */
function undoPngFilters(data: Buffer, rowBytes: number, pixelBytes: number): Buffer {
  const rows = Math.ceil(data.length / (rowBytes + 1));
  const plain = Buffer.alloc(Math.max(0, data.length - rows));
  for (let row = 0; row < rows; row++) {
    const from = row * (rowBytes + 1);
    const to = row * rowBytes;
    const filterType = data[from];
    for (let column = 0; column < rowBytes && to + column < plain.length; column++) {
      const left = column < pixelBytes ? 0 : (plain[to + column - pixelBytes] ?? 0);
      const above = row === 0 ? 0 : (plain[to + column - rowBytes] ?? 0);
      const aboveLeft = row === 0 || column < pixelBytes ? 0 : (plain[to + column - rowBytes - pixelBytes] ?? 0);
      plain[to + column] = (data[from + 1 + column] ?? 0) + predictedValue(filterType, left, above, aboveLeft);
    }
  }
  return plain;
}

function predictedValue(filterType: number | undefined, left: number, above: number, aboveLeft: number): number {
  if (filterType === sub) return left;
  if (filterType === up) return above;
  if (filterType === average) return (left + above) >> 1;
  return filterType === paeth ? nearest(left, above, aboveLeft) : 0;
}

/** Returns the value of the Paeth predictor: the neighbour nearest to left + above − aboveLeft (PNG, 9.4). */
function nearest(left: number, above: number, aboveLeft: number): number {
  const toLeft = Math.abs(above - aboveLeft);
  const toAbove = Math.abs(left - aboveLeft);
  const toAboveLeft = Math.abs(left + above - 2 * aboveLeft);
  if (toLeft <= toAbove && toLeft <= toAboveLeft) return left;
  return toAbove <= toAboveLeft ? above : aboveLeft;
}
