import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { postgresBinaries } from "../../src/platform/db/embedded/binaries.ts";
import { userForNewCluster } from "../../src/platform/db/embedded/os-user.ts";
import { postgresEnvironment } from "../../src/platform/db/embedded/postmaster.ts";
import { until } from "./until.ts";

export interface ExternalPostgres {
  /** As an operator would give it in DATABASE_URL: an ordinary role that owns its database, not a superuser. */
  url: string;
  /** Such as "15.13". */
  version: string;
  close(): Promise<void>;
}

/** The oldest version that Sheaf supports, from the Debian package postgresql-15. */
const debianFolder = "/usr/lib/postgresql/15";
const port = 5432;

/**
 * Starts a PostgreSQL that is not Sheaf's own, on one address of this machine: Debian's, or the npm package's when
 * Debian's is not installed. Its data is deleted when it is closed.
 */
export async function startExternalPostgres(address: string): Promise<ExternalPostgres> {
  const user = userForNewCluster();
  const folder = mkdtempSync(join(tmpdir(), "sheaf-postgres-"));
  chmodSync(folder, 0o755);
  const native = existsSync(join(debianFolder, "bin/postgres")) ? debianFolder : postgresBinaries(user, folder).native;
  const cluster = join(folder, "cluster");
  const passwords = join(folder, "password");
  mkdirSync(cluster, { mode: 0o700 });
  writeFileSync(passwords, "of the superuser");
  if (user.uid !== undefined) chownSync(cluster, user.uid, user.gid);
  const options = { ...user, cwd: "/", env: postgresEnvironment };
  execFileSync(
    join(native, "bin/initdb"),
    ["-D", cluster, "-U", "root", "--auth=scram-sha-256", `--pwfile=${passwords}`, "--encoding=UTF8", "--no-sync"],
    options,
  );
  appendFileSync(join(cluster, "pg_hba.conf"), "host all all samenet scram-sha-256\n");
  const settings = [`listen_addresses=${address}`, "unix_socket_directories=", "fsync=off", "full_page_writes=off"];
  const server = spawn(
    join(native, "bin/postgres"),
    ["-D", cluster, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    { ...options, stdio: "ignore" },
  );

  const at = (role: string, password: string, database: string) =>
    `postgres://${role}:${encodeURIComponent(password)}@${address}:${port}/${database}`;
  const version = await until(60_000, () => makeDatabase(at("root", "of the superuser", "postgres")));
  return {
    url: at("sheaf", "of Sheaf", "sheaf"),
    version,
    async close() {
      server.kill("SIGINT");
      if (server.exitCode === null) await once(server, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeDatabase(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("create role sheaf login password 'of Sheaf'");
    await client.query("create database sheaf owner sheaf");
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    return rows[0]?.server_version ?? "unknown";
  } finally {
    await client.end();
  }
}
