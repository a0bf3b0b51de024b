/** `sheaf convert FILE... -o OUT.pdf`: the engine alone, without database or server. */
import { mkdirSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type * as CliConvert from "./cli-convert.ts";
import { bundled } from "./sandbox/bundle-folder.ts";

/** Returns the folder for data that makes later runs start faster. It never contains document data. */
function cacheFolder(): string {
  const dir = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "sheaf");
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return dir;
  } catch {
    // the home folder is not writable: nothing is kept for later runs
    return join(tmpdir(), `sheaf-cache-${process.pid}`);
  }
}

// The reader of the output may have exited (`| head`); the PDF must be written even so.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const cacheDir = cacheFolder();
enableCompileCache(join(cacheDir, "host"));
// An earlier run may have bundled this module together with the program of the sandboxed processes: 40 fewer modules to
// load.
const { runConvert } = (await import(bundled("cli-convert.mjs") ?? "./cli-convert.ts")) as typeof CliConvert;
const status = await runConvert(process.argv.slice(2), cacheDir);
// Waits until all output is written. Nothing else is left to do, and ending without process.exit would take 10 ms
// longer.
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((said) => stream.write("", said))));
process.exit(status);
