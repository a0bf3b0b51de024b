import { isPublicPage } from "./script-sizes.ts";

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

const root = /\/src\/(pages\/(?:[^/]+\/)+[^/]+-page|shell\/app-shell|main)\.tsx$/;

/**
 * Assigns modules to the shared chunk of public pages. Public pages share many small modules, such as icons, fields and
 * texts. By default each becomes its own chunk, and on a slow connection a page waits for round trips rather than for
 * bytes. What a page of signing in shares with the app alone is left out, because no other public page needs it.
 * @returns "public" for a module of the shared chunk; null for other modules
 */
export function sharedPart(id: string, graph: ModuleGraph): string | null {
  const roots = rootsOf(id, graph);
  const publicPages = roots.filter(isPublicPage);
  const [page] = publicPages;
  const shared = publicPages.length > 1 || (page !== undefined && roots.length > 1 && !page.includes("/pages/auth/"));
  return shared && !roots.some((name) => name.endsWith("/main.tsx")) ? "public" : null;
}

/** Returns the pages, the app's shell or the entry that need a module to be shown. */
function rootsOf(id: string, graph: ModuleGraph): string[] {
  const seen = new Set([id]);
  for (const one of seen) for (const importer of graph.getModuleInfo(one)?.importers ?? []) seen.add(importer);
  return [...seen].filter((name) => root.test(name));
}
