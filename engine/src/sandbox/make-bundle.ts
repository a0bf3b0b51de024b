/**
 * Bundles the program of a sandboxed process, the programs that it starts and the command line into a few files of
 * JavaScript each. Arguments: the folder to write to, and the final folder of the bundle.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { programs } from "./programs.ts";

const [partDir = "", dir = ""] = process.argv.slice(2);
const sandboxDir = import.meta.dirname;

/** Packages that are not bundled, because they find their native libraries by their own path. */
const nativePackages = [/^koffi(\/|$)/, /^sharp(\/|$)/, /^libheif-js(\/|$)/];

/**
 * Replaces `import.meta.dirname` by the folder of the source, the paths of programs by those of the bundle, and the
 * stamp of the sources by the one in the bundle's name: whoever loads the bundle has compared it.
 */
function asIfInPlace(dir: string): Plugin {
  const paths = Object.keys(programs).map((name) => `"${name}": import.meta.dirname + "/${name}.mjs"`);
  const replaced = new Map([
    [join(sandboxDir, "programs.ts"), `export const programs = { ${paths.join(", ")} };`],
    [join(sandboxDir, "source-stamp.ts"), `export const sourceStamp = () => "${basename(dir)}";`],
  ]);
  return {
    name: "as-if-in-place",
    load: (id) => replaced.get(id) ?? null,
    transform(code, id) {
      if (replaced.has(id) || !code.includes("import.meta.dirname")) return null;
      return code.replaceAll("import.meta.dirname", `(import.meta.dirname + "/${relative(dir, dirname(id))}")`);
    },
  };
}

/**
 * An `import` of a module of Node evaluates all of its exports: `node:fs` loads its promises and streams with their
 * dependencies. This plugin rewrites such imports so that only the used exports are evaluated.
 */
const builtinsByPart: Plugin = {
  name: "builtins-by-part",
  renderChunk: (code) =>
    code.replaceAll(/^import (\{.+\}|\* as \w+|\w+) from "(?:node:)?([a-z_/]+)";$/gm, (whole, parts, module) => {
      if (!builtinModules.includes(module)) return whole;
      return `const ${parts.replace("* as ", "").replaceAll(" as ", ": ")} = process.getBuiltinModule("node:${module}");`;
    }),
};

const output = { dir: partDir, format: "esm" } as const;

const sandboxBundle = await rolldown({
  input: { "sandbox-program": join(sandboxDir, "sandbox-program.ts"), ...programs },
  platform: "node",
  external: nativePackages,
  // the build for Node loads `worker_threads`, for functions that are not used here
  resolve: { alias: { fflate: "fflate/browser" } },
  treeshake: { moduleSideEffects: [{ test: /[\\/]@cantoo[\\/]pdf-lib[\\/]/, sideEffects: false }] },
  plugins: [asIfInPlace(dir), builtinsByPart],
});
await sandboxBundle.write({
  ...output,
  entryFileNames: "[name].mjs",
  chunkFileNames: "[name]-[hash].mjs",
  // Each additional file that a sandboxed process loads costs half a millisecond.
  codeSplitting: {
    groups: [
      // loaded when the sandboxed process starts, before it has a file
      { name: "start", test: isOneOf("converter.ts"), priority: 2 },
      { name: "file", test: isOneOf("convert.ts", "detect/detect.ts", "detect/ready-file.ts"), priority: 1 },
      { name: "pdf", test: isOneOf("pdf/pdf.ts") },
    ],
  },
});

const commandLine = await rolldown({
  input: join(sandboxDir, "..", "cli-convert.ts"),
  platform: "node",
  plugins: [asIfInPlace(dir), builtinsByPart],
});
await commandLine.write({ ...output, entryFileNames: "cli-convert.mjs", chunkFileNames: "cli-[hash].mjs" });

for (const name of readdirSync(partDir)) {
  const path = join(partDir, name);
  writeFileSync(path, withoutRareCharacters(readFileSync(path, "utf8")));
}

/**
 * Escapes the few characters beyond ASCII in a file: V8 reads a text of ASCII alone twice as fast and keeps it in half
 * of the memory. Tables of characters stay as they are. The bundler would undo this in its own hooks.
 */
function withoutRareCharacters(code: string): string {
  const beyondAscii = /[^\0-\x7f]/g;
  if ((code.match(beyondAscii)?.length ?? 0) > code.length / 100) return code;
  return code.replaceAll(beyondAscii, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function isOneOf(...names: string[]): (id: string) => boolean {
  const ids = names.map((name) => join(dirname(sandboxDir), name));
  return (id) => ids.includes(id);
}
