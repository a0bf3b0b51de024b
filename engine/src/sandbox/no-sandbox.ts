import { spawn } from "node:child_process";
import { join } from "node:path";
import { sandboxEnvironment, storageOnDisk } from "./launch-parts.ts";
import type { Launcher } from "./launcher.ts";
import { sandboxNodeOptions } from "./node-options.ts";
import { projectDir } from "./project-dir.ts";

/**
 * Starts the sandboxed process's program without a sandbox, for a developer's own files on a machine that supports
 * none. A hostile document can read and send whatever this user can. Never chosen automatically.
 */
export function noSandboxLauncher(): Launcher {
  return {
    kind: "off",
    notes: ["The sandbox is switched off: a hostile document can do what this user can."],
    worksInMemory: false,
    storage: (_pid, folders) => storageOnDisk(folders, true),
    launch: ({ folders, start, timeZone, program }) =>
      spawn(process.execPath, [...sandboxNodeOptions, join(projectDir, program), JSON.stringify(start(folders))], {
        stdio: ["pipe", "pipe", "pipe"],
        detached: true,
        cwd: folders.workDir,
        env: { ...sandboxEnvironment(folders.homeDir, timeZone), PATH: process.env.PATH },
      }),
  };
}
