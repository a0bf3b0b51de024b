import { testReading } from "./read-picture-testing.ts";

testReading([
  ["receipt", "scan, 150 dpi", 0.95, 0],
  ["invoice", "scan, 200 dpi", 0.95, 0],
  ["receipt", "scan, 200 dpi", 0.95, 0],
  ["receipt", "askew 3°", 0.95, 0],
  ["form", "askew 10°", 0.8, 0],
  ["invoice", "photo", 0.93, 0],
  ["invoice", "upside down", 0.9, 180],
  ["receipt", "on its side", 0.9, 270],
]);
