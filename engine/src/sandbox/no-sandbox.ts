import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Launcher } from "./launcher.ts";
import { cellOptions } from "./node-options.ts";
import { projectDir } from "./project-dir.ts";

/**
 * The cell's program without any walls, for a developer's own files on a machine that can make none.
 * A hostile document can read and send whatever this user can. Never chosen by itself.
 */
export function noSandboxLauncher(): Launcher {
  return {
    kind: "off",
    notes: ["The sandbox is switched off: a hostile document can do what this user can."],
    worksInMemory: false,
    rooms: (_pid, { workDir, outDir, homeDir }) => ({
      onDisk: [workDir, outDir, homeDir],
      canDelete: true,
      inMemory: () => [],
      workDir: () => workDir,
    }),
    launch({ folders, start, timeZone, program }) {
      const { homeDir } = folders;
      const script = join(projectDir, program);
      const started = JSON.stringify(start(folders));
      return spawn(process.execPath, [...cellOptions, script, started], {
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
