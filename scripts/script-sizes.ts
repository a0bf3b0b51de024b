import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Limits for the script that a browser needs before a page is shown, in gzipped bytes. */
const scriptBudgets = { public: 120_000, app: 190_000, portal: 180_000 } as const;

/** Folders of web/src/pages that are public. */
const publicFolders = new Set(["landing", "auth", "set-up", "pricing", "subscribe", "legal", "help", "not-found"]);
/** Matches the module of a page: its folder below pages, and its name. A page may be in a sub-folder with its parts. */
const page = /\/src\/pages\/([^/]+)\/(?:[^/]+\/)*([^/]+)-page\.tsx$/;
const shell = /\/src\/shell\/app-shell\.tsx$/;

export interface Chunk {
  fileName: string;
  code: string;
  /** Chunks that are loaded with it, without those that are requested later. */
  imports: string[];
  isEntry: boolean;
  /** The module for which it was made, if any. */
  facadeModuleId: string | null;
}

export interface PageSize {
  page: string;
  kind: keyof typeof scriptBudgets;
  bytes: number;
}

/**
 * Returns each page of a build with all chunks that it needs at first: those of every page, the app's shell for pages
 * inside it, and its own.
 */
export function partsOfPages(chunks: Chunk[]): { page: string; kind: PageSize["kind"]; needed: Set<string> }[] {
  const entries = chunks.filter(({ isEntry }) => isEntry);
  const shells = chunks.filter(({ facadeModuleId }) => shell.test(facadeModuleId ?? ""));
  return chunks.flatMap((chunk) => {
    const [, folder = "", name = ""] = page.exec(chunk.facadeModuleId ?? "") ?? [];
    if (folder === "") return [];
    const kind = kindOf(folder);
    const needed = withImports([...entries, ...(kind === "app" ? shells : []), chunk], chunks);
    return { page: name, kind, needed };
  });
}

/**
 * Returns whether a module is a public page.
 * @param module path of the module
 */
export const isPublicPage = (module: string): boolean => publicFolders.has(page.exec(module)?.[1] ?? "");

/**
 * Returns the kind of a page. The portal has no shell of the app; all other pages that are not public are inside the
 * app's shell.
 */
function kindOf(folder: string): PageSize["kind"] {
  if (publicFolders.has(folder)) return "public";
  return folder === "admin" ? "portal" : "app";
}

/** Returns the initial script size of each page of a build, the largest first. */
export function pageSizes(chunks: Chunk[]): PageSize[] {
  const sizes = new Map(chunks.map(({ fileName, code }) => [fileName, gzipSync(code).length]));
  return partsOfPages(chunks)
    .map(({ page, kind, needed }) => ({
      page,
      kind,
      bytes: [...needed].reduce((sum, fileName) => sum + (sizes.get(fileName) ?? 0), 0),
    }))
    .sort((one, other) => other.bytes - one.bytes);
}

function withImports(roots: Chunk[], chunks: Chunk[]): Set<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const needed = new Set<string>();
  const waiting = [...roots];
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (needed.has(chunk.fileName)) continue;
    needed.add(chunk.fileName);
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported) waiting.push(imported);
    }
  }
  return needed;
}

const line = ({ page, kind, bytes }: PageSize) =>
  `${page.padEnd(24)} ${(bytes / 1000).toFixed(1).padStart(6)} kB of ${scriptBudgets[kind] / 1000} kB`;

/** Prints the initial script size of each page, and fails the build when one exceeds its limit. */
export function scriptSizes(): Plugin {
  return {
    name: "script-sizes",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      const sizes = pageSizes(chunks);
      this.info(`first script of each page, gzipped:\n${sizes.map(line).join("\n")}`);
      const over = sizes.filter(({ kind, bytes }) => bytes > scriptBudgets[kind]);
      if (over.length > 0) {
        this.error(`Too much script before a page shows; load what can wait later:\n${over.map(line).join("\n")}`);
      }
    },
  };
}

/** Preloads the text font with the page, so that the text does not move when the font arrives. */
export function preloadFace(): Plugin {
  return {
    name: "preload-face",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const face = Object.keys(bundle).find((name) => basename(name).startsWith("inter-latin-opsz-normal"));
        const attrs = { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `/${face}` };
        return face ? [{ tag: "link", attrs, injectTo: "head" }] : [];
      },
    },
  };
}
