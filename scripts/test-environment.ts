import { chmodSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { machineDir } from "../server/src/platform/db/embedded/cluster-folder.ts";
import { runningOn, shutDown } from "../server/src/platform/db/embedded/postmaster.ts";

/**
 * Variables that Sheaf reads (server/src/platform/config/config.ts), and variables that could direct tests to a real
 * database, real files or real mail.
 */
const sheafReads =
  /^(SHEAF_|PG|S3_|SMTP_|LOG_|SUPPORT_|SALES_|(DATABASE_URL|PORT|HOST|WORKER_PORT|PUBLIC_URL|TRUST_PROXY|REQUESTS_PER_MINUTE|SCRYPT_LN|COMPANY_NAME|NODE_ENV)$)/;

export interface TestEnvironment {
  env: NodeJS.ProcessEnv;
  /** Also the tests' TMPDIR, so that all files that they leave are in one place. */
  folder: string;
  /** Removes the folder, and ends databases below it that killed tests left running. */
  remove(): Promise<void>;
}

/**
 * Isolates tests from the caller's installation: they get their own folder and none of the variables that Sheaf reads.
 */
export function testEnvironment(callers: NodeJS.ProcessEnv): TestEnvironment {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-tests-"));
  chmodSync(folder, 0o755); // PostgreSQL's user must be able to enter when root runs the tests
  const kept = Object.entries(callers).filter(([name]) => !sheafReads.test(name));
  return {
    env: { ...Object.fromEntries(kept), TMPDIR: folder },
    folder,
    async remove() {
      for (const cluster of clustersOf(folder)) {
        const server = runningOn(cluster);
        if (server) await shutDown(server);
        if (cluster.startsWith(machineDir)) rmSync(dirname(cluster), { recursive: true, force: true });
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Returns the database clusters in the folder, and those in /var/lib/sheaf that belong to a data folder inside it. */
function clustersOf(folder: string): string[] {
  const inside = globSync("**/postgres-*/PG_VERSION", { cwd: folder }).map((path) => dirname(join(folder, path)));
  const homes = existsSync(join(machineDir, "clusters")) ? readdirSync(join(machineDir, "clusters")) : [];
  const elsewhere = homes
    .map((home) => join(machineDir, "clusters", home))
    .filter((home) => ownerOf(home).startsWith(`${folder}/`))
    .flatMap((home) => globSync("postgres-*/PG_VERSION", { cwd: home }).map((path) => dirname(join(home, path))));
  return [...inside, ...elsewhere];
}

function ownerOf(home: string): string {
  try {
    return readFileSync(join(home, "belongs-to"), "utf8");
  } catch {
    return "";
  }
}
