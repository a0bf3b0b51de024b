import { testReading } from "./read-picture-testing.ts";

// Each kind of page and each capture once; `read-picture.slow.test.ts` has more combinations.
testReading([
  ["invoice", "scan, 150 dpi", 0.95, 0],
  ["form", "scan, 200 dpi", 0.8, 0],
  ["sparse", "scan, 200 dpi", 0.8, 0],
  ["receipt", "scan, 300 dpi", 0.95, 0],
  ["invoice", "askew 3°", 0.95, 0],
  ["receipt", "askew 10°", 0.95, 0],
  ["receipt", "photo", 0.95, 0],
  ["receipt", "upside down", 0.9, 180],
  ["invoice", "on its side", 0.9, 270],
  ["receipt", "faint", 0.9, 0],
  ["receipt", "blurred", 0.9, 0],
  ["invoice", "dithered", 0.95, 0],
]);
