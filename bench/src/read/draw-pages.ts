/** Draws all pages of a PDF as Sheaf does before it reads them: `node draw-pages.ts IN.pdf FOLDER`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { withPdfium } from "@sheaf/engine/pdf/pdfium.ts";
import { drawGrey } from "@sheaf/engine/read/draw-grey.ts";
import { withPage } from "@sheaf/engine/read/open-page.ts";

const [path = "", folder = ""] = process.argv.slice(2);
await withPdfium(path, "", (opened) => {
  for (let index = 0; index < opened.pages; index++) {
    const drawn = withPage(opened, index, drawGrey);
    if (!drawn) throw new Error(`Page ${index + 1} cannot be drawn.`);
    const { pixels, width, height } = drawn.picture;
    writeFileSync(join(folder, `${index}.pgm`), Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), pixels]));
  }
});
