/**
 * For `node --require`, before a program of the server: resolves Drizzle's modules without Node's own resolution.
 *
 * Node 24 reads and parses the package.json next to a module to determine the module's type. Drizzle's lists every one
 * of its files in 180 kB, and Node parsed it again for each of the hundred modules that a process loads. That took a
 * second, half of a process's start.
 */
import { registerHooks } from "node:module";

const packageName = "drizzle-orm";
const insidePackage = `/node_modules/${packageName}/`;
/** Resolved URLs of imports by the package's name. */
const resolvedUrls = new Map<string, string>();

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = "" } = context;
    if (specifier.startsWith(".") && parentURL.includes(insidePackage)) {
      return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
    }
    if (specifier !== packageName && !specifier.startsWith(`${packageName}/`)) return next(specifier, context);
    const known = resolvedUrls.get(specifier);
    if (known) return { url: known, format: "module", shortCircuit: true };
    const resolved = next(specifier, context);
    resolvedUrls.set(specifier, resolved.url);
    return resolved;
  },
});
