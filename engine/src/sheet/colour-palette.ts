/**
 * A workbook's own palette (ECMA-376-1, 18.8.27) with the first two digits of each colour as Excel writes them. Others write "ff" there, and
 * LibreOffice takes it for transparent: Numbers' workbooks would lose every line and every ground.
 * @param styles `xl/styles.xml`
 */
export function makePaletteOpaque(styles: string): string {
  return styles.replace(/<(?:\w+:)?indexedColors\b[^>]*>.*?<\/(?:\w+:)?indexedColors>/s, (palette) =>
    palette.replaceAll(/(?<=\srgb=["'])[0-9a-f]{2}(?=[0-9a-f]{6}["'])/gi, "00"),
  );
}
