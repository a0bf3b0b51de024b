import { spawn } from "node:child_process";
import { join } from "node:path";

const fixtures = join(import.meta.dirname, "..", "..", "..", "fixtures", "files");

export interface Ending {
  status: number | null;
  out: string;
  err: string;
}

/**
 * Runs a command in a folder, with the fixtures named as `@name`.
 * @param script in the engine's folder
 * @param cacheHome for data that makes later runs start faster
 */
export async function runCommandLine(
  script: "cli.ts" | "cli-read.ts",
  given: string[],
  { dir, cacheHome }: { dir: string; cacheHome: string },
): Promise<Ending> {
  const path = join(import.meta.dirname, "..", script);
  const child = spawn(process.execPath, [path, ...given.map((one) => one.replace(/^@/, `${fixtures}/`))], {
    cwd: dir,
    env: { ...process.env, XDG_CACHE_HOME: cacheHome },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (err += text));
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { status, out, err };
}
