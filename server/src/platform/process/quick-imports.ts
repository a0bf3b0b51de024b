/**
 * For `node --require`, before a program of the server: Drizzle's modules are found without Node's help.
 *
 * Node 24 asks the package.json beside a module what kind it is, and reads all of that file for it: Drizzle's names
 * every one of its files in 180 kB, and Node parsed it again for each of the hundred that a process loads. That was a
 * second, half of a process's start.
 */
import { registerHooks } from "node:module";

const packageName = "drizzle-orm";
const insidePackage = `/node_modules/${packageName}/`;
/** Addresses of what was asked for by the package's name. */
const found = new Map<string, string>();

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = "" } = context;
    if (specifier.startsWith(".") && parentURL.includes(insidePackage)) {
      return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
    }
    if (specifier !== packageName && !specifier.startsWith(`${packageName}/`)) return next(specifier, context);
    const known = found.get(specifier);
    if (known) return { url: known, format: "module", shortCircuit: true };
    const resolved = next(specifier, context);
    found.set(specifier, resolved.url);
    return resolved;
  },
});
