/** `sheaf convert FILE... -o OUT.pdf`: the engine alone, without database or server. */
import { mkdirSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

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
const { runConvert } = await import("./cli-convert.ts");
process.exitCode = await runConvert(process.argv.slice(2), cacheDir);
// Everything is written by now. Should a child or a handle be left all the same, the command still ends.
setTimeout(() => process.exit(), 3_000).unref();
