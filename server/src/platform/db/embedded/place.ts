import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../../process/start-error.ts";
import { canEnter, type OsUser } from "./os-user.ts";

/** For what root must keep where other users can reach it. */
export const machineDir = "/var/lib/sheaf";

/**
 * Where a data folder's cluster lies: inside it, or, when PostgreSQL's user may not go there (root working below a
 * folder of mode 0700), below /var/lib/sheaf, with a file in the data folder that says where. Call it while holding the
 * lock.
 * @param name of the cluster's folder; holds the major version
 */
export function clusterPlace(dataDir: string, name: string, user: OsUser): string {
  const pointer = join(dataDir, `${name}.location`);
  if (existsSync(pointer)) return readFileSync(pointer, "utf8").trim();

  const inside = join(dataDir, name);
  if (canEnter(dataDir, user)) return inside;

  const home = join(reachable(join(machineDir, "clusters")), randomUUID());
  mkdirSync(home, { mode: 0o711 });
  writeFileSync(join(home, "belongs-to"), `${dataDir}\n`);
  const outside = join(home, name);
  // The folders above became private after the cluster was made. `mv` keeps owners, also onto another disk.
  if (existsSync(inside) && spawnSync("mv", [inside, outside]).status !== 0) {
    throw new StartError(
      `${inside} can no longer be entered by PostgreSQL's user, and moving it to ${outside} failed.`,
    );
  }
  writeFileSync(pointer, `${outside}\n`);
  return outside;
}

/** A folder that anybody may pass through, whatever the caller's umask says. */
export function reachable(dir: string): string {
  mkdirSync(dir, { recursive: true });
  chmodSync(machineDir, 0o711);
  chmodSync(dir, 0o711);
  return dir;
}
