import { a4 } from "../pdf/geometry.ts";
import type { TextStyle } from "../typeset/strip.ts";
import type { TableLook } from "../typeset/table.ts";

const ink = "#1D1B16";
const muted = "#696355";
export const tint = "#F6F3EC";
const hairline = { width: 0.5, colour: "#D8D1C2" };
export const inkLine = { width: 0.9, colour: ink };

export const [left, right] = [48, a4.width - 48];
export const width = right - left;
export const pageArea = { top: 46, continuedTop: 66, bottom: a4.height - 58 };

const style = (size: number, leading: number, colour = ink, bold = false): TextStyle => ({
  size,
  leading,
  colour,
  bold,
});

export const styles = {
  title: style(25, 30, ink, true),
  subtitle: style(11.5, 16, muted),
  section: style(11.5, 17, ink, true),
  label: style(8.5, 11.5, muted),
  body: style(10, 13.2),
  bold: style(10, 13.2, ink, true),
  name: style(11.5, 15, ink, true),
  small: style(8.6, 11.2, muted),
  total: style(12.5, 17, ink, true),
  foot: style(7.2, 9, muted),
} as const;

export const tableLook: TableLook = {
  title: styles.label,
  padding: 4,
  line: hairline,
  headLine: inkLine,
  x: left,
  toX: right,
};

export { hairline };
