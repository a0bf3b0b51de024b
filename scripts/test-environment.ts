import { chmodSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { machineDir } from "../server/src/platform/db/embedded/place.ts";
import { runningOn, shutDown } from "../server/src/platform/db/embedded/postmaster.ts";

/**
 * Whatever Sheaf reads (server/src/platform/config/config.ts), and what would point tests at somebody's real database,
 * files or mail.
 */
const sheafReads =
  /^(SHEAF_|PG|S3_|SMTP_|LOG_|SUPPORT_|SALES_|(DATABASE_URL|PORT|HOST|WORKER_PORT|PUBLIC_URL|TRUST_PROXY|REQUESTS_PER_MINUTE|SCRYPT_LN|COMPANY_NAME|NODE_ENV)$)/;

export interface TestEnvironment {
  env: NodeJS.ProcessEnv;
  /** Also the tests' TMPDIR, so that everything they leave lies in one place. */
  folder: string;
  /** Takes away the folder, and the databases below it that killed tests left running. */
  remove(): Promise<void>;
}

/**
 * Tests see nothing of the caller's installation: a folder of their own, and none of the variables that Sheaf reads.
 */
export function testEnvironment(callers: NodeJS.ProcessEnv): TestEnvironment {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-tests-"));
  chmodSync(folder, 0o755); // PostgreSQL's user must get in when root runs the tests
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

/** Those inside the folder, and those that lie in /var/lib/sheaf for a data folder inside. */
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
