import { randomBytes } from "node:crypto";
import pg from "pg";
import { pino } from "pino";
import { expect, inject, test } from "vitest";
import { prepareDatabase } from "../../app/prepare-database.ts";

test("several processes can prepare a new database at the same time", async () => {
  const name = `migrate_${randomBytes(4).toString("hex")}`;
  const cluster = new pg.Client({ connectionString: inject("clusterUrl") });
  await cluster.connect();
  await cluster.query(`create database ${name}`);
  const url = new URL(inject("clusterUrl"));
  url.pathname = `/${name}`;
  const log = pino({ level: "silent" });
  try {
    await Promise.all(Array.from({ length: 4 }, () => prepareDatabase(url.href, log)));
    await prepareDatabase(url.href, log);

    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    const { rows: plans } = await client.query("select slug from plans order by position nulls last, slug");
    const { rows: queues } = await client.query("select name from pgboss.queue where name = 'jobs.convert-file'");
    await client.end();
    expect(plans.map(({ slug }) => slug)).toEqual(["solo", "small-firm", "growth", "free-forever", "own-practice"]);
    expect(queues).toHaveLength(1);
  } finally {
    await cluster.query(`drop database ${name} with (force)`);
    await cluster.end();
  }
});

test("a database role without the necessary rights is refused with a clear message", async () => {
  const name = `lesser_${randomBytes(4).toString("hex")}`;
  const cluster = new pg.Client({ connectionString: inject("clusterUrl") });
  await cluster.connect();
  await cluster.query(`create role ${name} login password 'lesser'`);
  await cluster.query(`create database ${name}`);
  const url = Object.assign(new URL(inject("clusterUrl")), {
    pathname: `/${name}`,
    username: name,
    password: "lesser",
  });
  try {
    await expect(prepareDatabase(url.href, pino({ level: "silent" }))).rejects.toThrow(
      /^The role in DATABASE_URL has no permission to set up the database \(permission denied/,
    );
  } finally {
    await cluster.query(`drop database ${name} with (force)`);
    await cluster.query(`drop role ${name}`);
    await cluster.end();
  }
});
