import { isPublicPage } from "./script-sizes.ts";

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

const root = /\/src\/(pages\/(?:[^/]+\/)+[^/]+-page|shell\/app-shell|main)\.tsx$/;

/**
 * Public pages share many small modules: icons, fields, words. Left to themselves they become a part each, and on a
 * slow line a page waits for the round trips rather than for the bytes; so they are one part together.
 * @returns "public" for a module of that part; null for what stays where it is
 */
export function sharedPart(id: string, graph: ModuleGraph): string | null {
  const roots = rootsOf(id, graph);
  const publicPages = roots.filter(isPublicPage);
  const shared = publicPages.length > 1 || (publicPages.length === 1 && roots.length > 1);
  return shared && !roots.some((name) => name.endsWith("/main.tsx")) ? "public" : null;
}

/** The pages, and what all pages have, that cannot show without a module. */
function rootsOf(id: string, graph: ModuleGraph): string[] {
  const seen = new Set([id]);
  for (const one of seen) for (const importer of graph.getModuleInfo(one)?.importers ?? []) seen.add(importer);
  return [...seen].filter((name) => root.test(name));
}
