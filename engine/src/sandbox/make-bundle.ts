/**
 * Puts the program of a sandboxed process, those that it starts and all that they load into a few files of plain
 * JavaScript; and so the command line. Arguments: the folder to write to, and the folder where they will lie.
 */
import { builtinModules } from "node:module";
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

/**
 * An `import` of one of Node's own modules asks for every part of it: with `node:fs` come its promises and streams, and
 * what those need. Here only those are asked for that are used.
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
  // its other build loads Node's threads, for functions that nobody here calls
  resolve: { alias: { fflate: "fflate/browser" } },
  treeshake: { moduleSideEffects: [{ test: /[\\/]@cantoo[\\/]pdf-lib[\\/]/, sideEffects: false }] },
  plugins: [asIfInPlace(dir), builtinsByPart],
});
await sandboxBundle.write({
  ...output,
  entryFileNames: "[name].mjs",
  chunkFileNames: "[name]-[hash].mjs",
  // Each file more that a sandboxed process loads costs it half a millisecond.
  codeSplitting: {
    groups: [
      // loaded by the sandboxed process itself, before it knows that there is a file
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

function isOneOf(...names: string[]): (id: string) => boolean {
  const ids = names.map((name) => join(dirname(sandboxDir), name));
  return (id) => ids.includes(id);
}
