import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Of the script that a browser must have before a page shows, gzipped, in bytes. */
const scriptBudgets = { public: 120_000, app: 190_000, portal: 180_000 } as const;

/** Folders of web/src/pages that anyone may open. */
const publicFolders = new Set(["landing", "auth", "set-up", "pricing", "subscribe", "legal", "help", "not-found"]);
/** Its folder under pages, and its name; within the folder it stands with what it is made of. */
const page = /\/src\/pages\/([^/]+)\/(?:[^/]+\/)*([^/]+)-page\.tsx$/;
const shell = /\/src\/shell\/app-shell\.tsx$/;

export interface Chunk {
  fileName: string;
  code: string;
  /** Chunks that come with it; those that are only asked for later are not among them. */
  imports: string[];
  isEntry: boolean;
  /** The module that it was made for, if it was made for one. */
  facadeModuleId: string | null;
}

export interface PageSize {
  page: string;
  kind: keyof typeof scriptBudgets;
  bytes: number;
}

/**
 * Every page of a build with all that it needs at first: what every page has, the app's shell where it stands in it,
 * its own.
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

/** @param module its path */
export const isPublicPage = (module: string): boolean => publicFolders.has(page.exec(module)?.[1] ?? "");

/** The portal stands on its own; every other page that not anyone may open stands within the app's shell. */
function kindOf(folder: string): PageSize["kind"] {
  if (publicFolders.has(folder)) return "public";
  return folder === "admin" ? "portal" : "app";
}

/** What each page of a build needs at first, the largest first. */
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

/** Prints what each page's first script weighs, and fails a build in which one weighs too much. */
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

/** Asks for the face of the text along with the page, so that the words do not move when it arrives. */
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
