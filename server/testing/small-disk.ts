import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @param size as mount(8) takes it, such as "8m" */
export function mountSmallDisk(folder: string, size: string): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=755`, "tmpfs", folder], { stdio: "ignore" });
}

export function unmountSmallDisk(folder: string): void {
  execFileSync("umount", ["-l", folder]);
}

/** Returns whether this user may mount disks, as root may. */
export function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-mount-"));
  try {
    mountSmallDisk(folder, "1m");
    unmountSmallDisk(folder);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}
