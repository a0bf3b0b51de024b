import { randomBytes } from "node:crypto";
import pg from "pg";
import { pino } from "pino";
import { inject } from "vitest";
import { prepareDatabase } from "../src/app/prepare-database.ts";
import { endSetUpAt } from "./set-up.ts";

const templateName = "sheaf_template";
/** Key of an advisory lock, different from all other keys used in the cluster. */
const templateLock = 7_426_001;

/**
 * Creates an empty database with every table and queue, copied from a template that the first caller of a run makes.
 * Its set-up has ended. It stays in the cluster when its test has ended: a database is about 650 files, and while ext4
 * remembers deleted files, for some minutes, it takes much longer to create new ones.
 * @param clusterUrl URL of the PostgreSQL server, with its superuser; by default the test run's
 * @returns its URL, and `disconnect`, which ends all connections to it and allows no more
 */
export async function freshDatabase(
  clusterUrl = inject("clusterUrl"),
): Promise<{ url: string; disconnect(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await onCluster(clusterUrl, async (client) => {
    await client.query("select pg_advisory_lock($1)", [templateLock]);
    if (!(await exists(client, templateName))) await makeTemplate(clusterUrl, client);
    await client.query(`create database ${name} template ${templateName}`);
  });
  return {
    url: urlOf(clusterUrl, name),
    disconnect: () =>
      onCluster(clusterUrl, async (client) => {
        await client.query(`alter database ${name} allow_connections false`);
        await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
      }),
  };
}

/**
 * Makes the template under another name until it is complete, so that an interrupted run leaves no partial template.
 */
async function makeTemplate(clusterUrl: string, client: pg.Client): Promise<void> {
  const unfinished = `${templateName}_unfinished`;
  await client.query(`drop database if exists ${unfinished} with (force)`);
  await client.query(`create database ${unfinished}`);
  await prepareDatabase(urlOf(clusterUrl, unfinished), pino({ level: "silent" }));
  await endSetUpAt(urlOf(clusterUrl, unfinished));
  await client.query(`alter database ${unfinished} rename to ${templateName}`);
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
  return rowCount === 1;
}

function urlOf(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function onCluster(clusterUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
