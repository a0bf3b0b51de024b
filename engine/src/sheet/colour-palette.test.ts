import { expect, test } from "vitest";
import { makePaletteOpaque } from "./colour-palette.ts";

test("palette colours become opaque, other colours stay", () => {
  const styles = (alpha: string) =>
    `<styleSheet><fonts><font><color rgb="FFAA0000"/></font></fonts><colors><indexedColors><rgbColor rgb="${alpha}000000"/><rgbColor rgb="${alpha}aaaaaa"/></indexedColors><mruColors><color rgb="FF123456"/></mruColors></colors></styleSheet>`;
  expect(makePaletteOpaque(styles("ff"))).toBe(styles("00"));
  expect(makePaletteOpaque(styles("00"))).toBe(styles("00"));
});
