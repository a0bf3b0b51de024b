import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../../process/start-error.ts";
import { canEnter, type OsUser } from "./os-user.ts";

/** Files of root that other users must be able to reach. */
export const machineDir = "/var/lib/sheaf";

/**
 * Returns the folder of a data folder's cluster: inside it or, when PostgreSQL's user cannot enter it (root working
 * below a folder of mode 0700), below /var/lib/sheaf; a file in the data folder then contains its path. The caller must
 * hold the lock.
 * @param name of the cluster's folder; contains the major version
 */
export function clusterFolder(dataDir: string, name: string, user: OsUser): string {
  const pointer = join(dataDir, `${name}.location`);
  if (existsSync(pointer)) return readFileSync(pointer, "utf8").trim();

  const inside = join(dataDir, name);
  if (canEnter(dataDir, user)) return inside;

  const home = join(traversableFolder(join(machineDir, "clusters")), randomUUID());
  mkdirSync(home, { mode: 0o711 });
  writeFileSync(join(home, "belongs-to"), `${dataDir}\n`);
  const outside = join(home, name);
  // The folders above became private after the cluster was created. `mv` keeps owners, also across file systems.
  if (existsSync(inside) && spawnSync("mv", [inside, outside]).status !== 0) {
    throw new StartError(`${inside} is no longer accessible to PostgreSQL's user, and moving it to ${outside} failed.`);
  }
  writeFileSync(pointer, `${outside}\n`);
  return outside;
}

/** Creates a folder that every user can traverse, regardless of the caller's umask. */
export function traversableFolder(dir: string): string {
  mkdirSync(dir, { recursive: true });
  chmodSync(machineDir, 0o711);
  chmodSync(dir, 0o711);
  return dir;
}
