import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Launcher } from "./launcher.ts";

/**
 * The cell's program without any walls, for a developer's own files on a machine that can make none.
 * A hostile document can read and send whatever this user can. Never chosen by itself.
 */
export function noSandboxLauncher(): Launcher {
  return {
    kind: "off",
    launch({ folders, start, timeZone }) {
      const homeDir = join(dirname(folders.inDir), "home");
      mkdirSync(homeDir, { recursive: true });
      const script = join(import.meta.dirname, "inside.ts");
      const started = JSON.stringify(start({ ...folders, homeDir, compileCacheDir: null }));
      return spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, started], {
        stdio: ["pipe", "pipe", "pipe"],
        detached: true,
        cwd: folders.workDir,
        env: {
          PATH: process.env.PATH,
          HOME: homeDir,
          TMPDIR: homeDir,
          LANG: "C.UTF-8",
          TZ: timeZone,
          SAL_USE_VCLPLUGIN: "svp",
        },
      });
    },
  };
}
