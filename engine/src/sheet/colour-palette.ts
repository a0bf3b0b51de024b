/**
 * Sets the alpha digits of a workbook's own palette (ECMA-376-1, 18.8.27) to 00, as Excel writes them. Other programs
 * write "ff", which LibreOffice reads as transparent: workbooks of Numbers would lose every border and fill.
 * @param styles `xl/styles.xml`
 */
export function makePaletteOpaque(styles: string): string {
  return styles.replace(/<(?:\w+:)?indexedColors\b[^>]*>.*?<\/(?:\w+:)?indexedColors>/s, (palette) =>
    palette.replaceAll(/(?<=\srgb=["'])[0-9a-f]{2}(?=[0-9a-f]{6}["'])/gi, "00"),
  );
}
