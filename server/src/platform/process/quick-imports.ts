/**
 * For `node --require`, before a program of the server: resolves most of its imports without Node's own resolution.
 *
 * Node 24 looks for each module's file, its real path and the package.json beside it to determine its type. For the
 * thousand modules that a process loads, that took a third of its start. Drizzle's package.json lists every one of its
 * files in 180 kB, and was parsed again for each of them. Imports by a relative path with an extension need none of
 * this.
 */
import { registerHooks } from "node:module";

const project = new URL("../../../../", import.meta.url).href;
const libraries = `${project}node_modules/`;
/** Libraries that import their own files by relative paths, and whose `.js` files are all ES modules. */
const ofEsModules = ["drizzle-orm", "zod"];

interface Resolved {
  url: string;
  format?: string | null | undefined;
}
/** Imports by a package's name that were resolved before. */
const packages = new Map<string, Resolved>();

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = "" } = context;
    const found = specifier.startsWith(".")
      ? relative(specifier, parentURL)
      : byName(specifier, parentURL, () => next(specifier, context));
    return found ? { ...found, shortCircuit: true } : next(specifier, context);
  },
});

function relative(specifier: string, parent: string): Resolved | undefined {
  const format = formatOf(specifier, parent);
  return format ? { url: new URL(specifier, parent).href, format } : undefined;
}

function formatOf(specifier: string, parent: string): string | undefined {
  if (specifier.endsWith(".ts") && isOwn(parent)) return "module-typescript";
  if (specifier.endsWith(".js") && libraryOf(parent)) return "module";
  return undefined;
}

/** Resolves a package once for each workspace, as two of them may have different versions. */
function byName(specifier: string, parent: string, resolve: () => Resolved): Resolved | undefined {
  const importer = isOwn(parent) ? parent.slice(project.length).split("/", 1)[0] : libraryOf(parent);
  if (importer === undefined) return undefined;
  const key = `${importer} ${specifier}`;
  const known = packages.get(key) ?? resolve();
  packages.set(key, known);
  return known;
}

const isOwn = (parent: string) => parent.startsWith(project) && !parent.startsWith(libraries);

/** Returns the name of the library of ES modules that the module is part of. */
const libraryOf = (parent: string) => ofEsModules.find((name) => parent.startsWith(`${libraries}${name}/`));
