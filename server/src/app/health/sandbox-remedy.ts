import { readFileSync } from "node:fs";
import { missingPrograms } from "@sheaf/engine/installed/programs.ts";
import { installCommand } from "./converting.ts";
import type { Remedy } from "./outcome.ts";

/**
 * Kernel settings on Linux that prevent bubblewrap from working, the value with which they do, and the command that
 * changes it.
 */
const obstacles = [
  { setting: "kernel.unprivileged_userns_clone", whenIs: "0", command: "sysctl kernel.unprivileged_userns_clone=1" },
  { setting: "user.max_user_namespaces", whenIs: "0", command: "sysctl user.max_user_namespaces=15000" },
  {
    setting: "kernel.apparmor_restrict_unprivileged_userns",
    whenIs: "1",
    command: "sysctl kernel.apparmor_restrict_unprivileged_userns=0",
  },
];

/**
 * Returns how this machine can get a stronger sandbox.
 * @param read reads a kernel setting, such as "user.max_user_namespaces"; returns undefined when there is no setting of
 *   this name
 */
export function sandboxRemedy(read = kernelSetting, missing = missingPrograms()): Remedy {
  if (missing.some((program) => program.startsWith("bubblewrap"))) {
    return { words: "Install bubblewrap and start Sheaf again.", command: installCommand };
  }
  const found = obstacles.find(({ setting, whenIs }) => read(setting) === whenIs);
  if (found) {
    return {
      words: "Allow user namespaces as root, keep the setting in /etc/sysctl.d, and start Sheaf again.",
      command: found.command,
    };
  }
  return { words: "Allow user namespaces for Sheaf, as described in docs/operate.md, The sandbox." };
}

function kernelSetting(name: string): string | undefined {
  try {
    return readFileSync(`/proc/sys/${name.replaceAll(".", "/")}`, "utf8").trim();
  } catch {
    return undefined;
  }
}
