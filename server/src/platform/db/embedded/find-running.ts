import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runningOn } from "./postmaster.ts";

/** "unreadable": its files belong to another user, so its state is unknown. */
export type FoundCluster =
  | { state: "none" | "stopped" | "unreadable" }
  | { state: "running"; url: string; password: string };

/** Returns the state of a data folder's embedded PostgreSQL without starting or changing anything. */
export function findCluster(dataDir: string): FoundCluster {
  try {
    const folder = clusterFolder(dataDir);
    if (!folder) return { state: "none" };
    const server = runningOn(folder);
    if (!server?.ready) return { state: "stopped" };
    const password = readFileSync(join(folder, "sheaf-password"), "utf8").trim();
    return { state: "running", url: `postgres://sheaf:${password}@127.0.0.1:${server.port}/postgres`, password };
  } catch {
    return { state: "unreadable" };
  }
}

/** Returns the cluster folder of the newest major version; those of earlier versions are kept beside it. */
function clusterFolder(dataDir: string): string | undefined {
  if (!existsSync(dataDir)) return undefined;
  const [newest] = readdirSync(dataDir)
    .flatMap((name) => /^postgres-(\d+)(?:\.location)?$/.exec(name)?.[1] ?? [])
    .sort((one, other) => Number(other) - Number(one));
  if (newest === undefined) return undefined;
  const pointer = join(dataDir, `postgres-${newest}.location`);
  return existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : join(dataDir, `postgres-${newest}`);
}
