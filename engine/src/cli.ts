/** `sheaf convert FILE... -o OUT.pdf`: the engine alone, without database or server. */
import { mkdirSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type * as CliConvert from "./cli-convert.ts";
import { bundled } from "./sandbox/bundle-folder.ts";

/** What one run leaves for the next, so that it starts faster: nothing of any document. */
function cacheFolder(): string {
  const dir = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "sheaf");
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return dir;
  } catch {
    return join(tmpdir(), `sheaf-cache-${process.pid}`); // no home to write to: every run is a first one
  }
}

// Whoever reads what is said may have gone (`| head`): the PDF is written all the same.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const cacheDir = cacheFolder();
enableCompileCache(join(cacheDir, "host"));
// An earlier run has bundled it together with the sandboxed processes' program: forty modules fewer to load.
const { runConvert } = (await import(bundled("cli-convert.mjs") ?? "./cli-convert.ts")) as typeof CliConvert;
const status = await runConvert(process.argv.slice(2), cacheDir);
// What was said may still wait for its reader. Then nothing is left to be done, and to end in the usual way takes 10 ms
// longer.
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((said) => stream.write("", said))));
process.exit(status);
