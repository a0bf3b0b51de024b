import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Engine } from "@sheaf/engine/engine-api.ts";

/**
 * An engine for tests of what surrounds it: "converts" a text by naming it. A file that begins with "bad" is refused, one
 * that begins with "crash" fails, one that begins with "throw" breaks the engine itself. A run of "#" is a picture, of which shrinking leaves a single one; a PDF with
 * "unshrinkable" in it breaks on that, and one with "undrawable" on its small pictures.
 */
export function paperEngine(hooks: { converting?: (name: string) => Promise<void> } = {}): Engine {
  return {
    async convertFile({ path, name }, outPath, { signal }) {
      const text = await readFile(path, "utf8");
      await hooks.converting?.(name);
      signal?.throwIfAborted();
      if (text.startsWith("bad")) {
        return { outcome: "rejected", reason: "damaged", text: `${name} is damaged and cannot be read.`, ms: 1 };
      }
      if (text.startsWith("crash")) return { outcome: "failed", text: "the child died twice", ms: 1 };
      if (text.startsWith("throw")) throw new Error("no child could be started");
      await writeFile(outPath, `[${text}]`);
      return { outcome: "converted", pages: 1, warnings: [], ms: 1.6 };
    },
    async assemble(sources, outPath, { title, pages }) {
      const texts = await Promise.all(
        sources.map(async ({ path, title }) => `${title}${await readFile(path, "utf8")}`),
      );
      const shown = pages?.map(({ source, page, turn }) => `${texts[source]} page ${page} turned ${turn}`) ?? texts;
      await writeFile(outPath, `${title}: ${shown.join(" ")}`);
      return { pages: shown.length, ms: 1 };
    },
    async shrink(path, outPath, { targetBytes }) {
      const text = await readFile(path, "utf8");
      if (text.includes("unshrinkable")) throw new Error("the child died twice");
      const smaller = text.replaceAll(/#+/g, "#");
      await writeFile(outPath, smaller);
      return { sizeBytes: smaller.length, pages: 1, reachedTarget: smaller.length <= targetBytes };
    },
    async thumbnails(path, outDir) {
      const text = await readFile(path, "utf8");
      if (text.includes("undrawable")) throw new Error("no page could be drawn");
      await writeFile(join(outDir, "1.webp"), `picture of ${text}`);
      return 1;
    },
    health: () => ({ sandbox: "off", office: "none", officeVersion: null, notes: [] }),
    async close() {},
  };
}
