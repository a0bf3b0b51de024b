import type { Plugin } from "vite";
import { type Chunk, partsOfPages } from "./script-sizes.ts";

/** Files that a page needs in addition to those of every page, by page name ("landing", "audit-trail"). */
export type PageParts = Record<string, { scripts: string[]; styles: string[] }>;

interface BuiltChunk extends Chunk {
  viteMetadata?: { importedCss: Set<string> };
}

/**
 * Writes parts.json next to the pages: the server lists a page's parts in its head, so that the browser fetches them
 * all at once instead of discovering them one after the other.
 */
export function pageParts(): Plugin {
  return {
    name: "page-parts",
    apply: "build",
    // Runs after Vite has removed scripts that would only load a style sheet.
    enforce: "post",
    generateBundle(_options, bundle) {
      const chunks: BuiltChunk[] = Object.values(bundle).filter((output) => output.type === "chunk");
      const parts: PageParts = {};
      for (const { page, needed } of partsOfPages(chunks)) {
        const own = chunks.filter(({ fileName }) => needed.has(fileName));
        parts[page] = {
          scripts: own.map(({ fileName }) => `/${fileName}`),
          styles: [...new Set(own.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))].map(
            (name) => `/${name}`,
          ),
        };
      }
      this.emitFile({ type: "asset", fileName: "parts.json", source: JSON.stringify(parts) });
    },
  };
}
