/**
 * Compiles walk.as to module.ts: node engine/src/image/jpeg-walk/compile.ts. Only needed after changing the sources.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { main } from "assemblyscript/asc";

const folder = import.meta.dirname;
const pages = "37"; // of 64 KB, up to the end of the plain data: see memory.as
const options = ["-O3", "--runtime", "stub", "--enable", "simd", "--initialMemory", pages, "--maximumMemory", pages];

/** @returns the text of module.ts */
export async function compiledWalk(): Promise<string> {
  let wasm: Uint8Array | undefined;
  const { error, stderr } = await main(["walk.as", ...options, "--outFile", "walk.wasm"], {
    readFile: (name) => (name.endsWith(".as.ts") ? readFileSync(join(folder, name.slice(0, -3)), "utf8") : null),
    writeFile: (_, content) => {
      if (typeof content !== "string") wasm = content;
    },
    listFiles: () => [],
  });
  if (error || !wasm) throw new Error(`The JPEG walk does not compile:\n${stderr}`);
  const text = Buffer.from(wasm).toString("base64");
  return `/** Made by compile.ts from walk.as: a WebAssembly module. */\nexport const walkModule =\n  "${text}";\n`;
}

if (import.meta.main) writeFileSync(join(folder, "module.ts"), await compiledWalk());
