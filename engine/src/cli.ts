/** `sheaf convert FILE... -o OUT.pdf`: the engine alone, without database or server. */
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import type * as CliConvert from "./cli-convert.ts";
import { cacheFolder, exitWith } from "./cli-process.ts";
import { bundled } from "./sandbox/bundle-folder.ts";

const cacheDir = cacheFolder();
enableCompileCache(join(cacheDir, "host"));
// An earlier run may have bundled this module together with the program of the sandboxed processes: 40 fewer modules to
// load.
const { runConvert } = (await import(bundled("cli-convert.mjs") ?? "./cli-convert.ts")) as typeof CliConvert;
await exitWith(() => runConvert(process.argv.slice(2), cacheDir));
