/**
 * Puts the program of a cell, those that it starts and all that they load into a few files of plain JavaScript.
 * Arguments: the folder to write to, and the folder where they will lie.
 */
import { dirname, join, relative } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { programs } from "./programs.ts";

const [partDir = "", dir = ""] = process.argv.slice(2);
const sandboxDir = import.meta.dirname;

/** They find their own libraries beside them; so does what is imported from a file inside one. */
const nativePackages = [/^koffi(\/|$)/, /^sharp(\/|$)/, /^libheif-js(\/|$)/];

/** Modules see the folder that they lay in, and start the bundle's programs instead of the sources'. */
function asIfInPlace(dir: string): Plugin {
  const programsModule = join(sandboxDir, "programs.ts");
  const paths = Object.keys(programs).map((name) => `"${name}": import.meta.dirname + "/${name}.mjs"`);
  return {
    name: "as-if-in-place",
    load: (id) => (id === programsModule ? `export const programs = { ${paths.join(", ")} };` : null),
    transform(code, id) {
      if (id === programsModule || !code.includes("import.meta.dirname")) return null;
      return code.replaceAll("import.meta.dirname", `(import.meta.dirname + "/${relative(dir, dirname(id))}")`);
    },
  };
}

const bundle = await rolldown({
  input: { inside: join(sandboxDir, "inside.ts"), ...programs },
  platform: "node",
  external: nativePackages,
  treeshake: { moduleSideEffects: [{ test: /[\\/]@cantoo[\\/]pdf-lib[\\/]/, sideEffects: false }] },
  plugins: [asIfInPlace(dir)],
});
await bundle.write({
  dir: partDir,
  format: "esm",
  entryFileNames: "[name].mjs",
  chunkFileNames: "[name]-[hash].mjs",
});
