import { isPublicPage } from "./script-sizes.ts";

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

const root = /\/src\/(pages\/(?:[^/]+\/)+[^/]+-page|shell\/app-shell|main)\.tsx$/;
const folder = /\/pages\/([^/]+)\//;

/**
 * Assigns modules to the shared chunk of public pages. Public pages share many small modules, such as icons, fields and
 * texts. By default each becomes its own chunk, and on a slow connection a page waits for round trips rather than for
 * bytes. What a page of signing in shares with the app alone is left out, because no other public page needs it.
 * @returns "public" for a module of the shared chunk; null for other modules
 */
export function sharedPart(id: string, graph: ModuleGraph): string | null {
  const { roots, publicPages } = usersOf(id, graph);
  const [page] = publicPages;
  const shared = page !== undefined && roots.length > 1 && !page.includes("/pages/auth/");
  return (shared || publicPages.length > 1) && folderOf(publicPages) === undefined ? "public" : null;
}

/**
 * Assigns modules that several public pages of one folder share, such as those of signing in, to a chunk that the other
 * public pages do not load. Modules they need themselves have to be assigned before.
 * @returns the folder's name; null for other modules
 */
export function partOfFolder(id: string, graph: ModuleGraph): string | null {
  return folderOf(usersOf(id, graph).publicPages) ?? null;
}

/** Returns the folder of several pages; undefined for a single page and for pages of several folders. */
function folderOf(pages: string[]): string | undefined {
  const folders = new Set(pages.map((page) => folder.exec(page)?.[1]));
  return pages.length > 1 && folders.size === 1 ? [...folders][0] : undefined;
}

/** Returns the pages, the app's shell or the entry that need a module to be shown; the entry's modules have none. */
function usersOf(id: string, graph: ModuleGraph): { roots: string[]; publicPages: string[] } {
  const seen = new Set([id]);
  for (const one of seen) for (const importer of graph.getModuleInfo(one)?.importers ?? []) seen.add(importer);
  const roots = [...seen].filter((name) => root.test(name));
  const publicPages = roots.some((name) => name.endsWith("/main.tsx")) ? [] : roots.filter(isPublicPage);
  return { roots, publicPages };
}
