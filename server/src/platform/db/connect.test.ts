import { afterEach, expect, test, vi } from "vitest";
import { applyMigrations } from "./apply-migrations.ts";
import { openDb, poolOptions, withDb } from "./connect.ts";
import { migrateTables } from "./migrate.ts";

const database = vi.hoisted(() => ({
  configs: [] as object[],
  queries: [] as unknown[][],
  answers: [] as object[][],
  refusal: undefined as Error | undefined,
  ended: 0,
}));
vi.mock("./watched-client.ts", () => ({
  defaultSilenceMs: 5_000,
  WatchedClient: class {
    constructor(config: object) {
      database.configs.push(config);
    }
    async connect() {
      if (database.refusal) throw database.refusal;
    }
    async query(...given: unknown[]) {
      database.queries.push(given);
      return { rows: database.answers.shift() ?? [] };
    }
    async end() {
      database.ended += 1;
    }
  },
}));
vi.mock("./apply-migrations.ts", () => ({ applyMigrations: vi.fn(async () => {}) }));
const pauses: number[] = [];
vi.mock("node:timers/promises", () => ({ setTimeout: async (ms: number) => void pauses.push(ms) }));

afterEach(() => {
  Object.assign(database, { configs: [], queries: [], answers: [], refusal: undefined, ended: 0 });
  pauses.length = 0;
});

const log = { warn: vi.fn() };
const url = "postgres://a@127.0.0.1:1/b";

test("a connection may take twice the time of silence to open, and is kept for five minutes", () => {
  const usual = poolOptions(url, log as never);
  expect(usual).toMatchObject({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 300_000,
    silenceMs: 5_000,
  });
  expect(usual).not.toHaveProperty("prepared");
  const other = poolOptions(url, log as never, { silenceMs: 700, prepared: "all" });
  expect(other).toMatchObject({ connectionTimeoutMillis: 1_400, silenceMs: 700, prepared: "all" });
});

async function settings(options: object, refusal?: Error) {
  const given: string[] = [];
  const query = async (text: string) => {
    given.push(text);
    if (refusal && given.length === 2) throw refusal;
  };
  await poolOptions(url, log as never, options).onConnect({ query } as never);
  return given;
}

test("a new connection gets its settings, and a limit for statements only where one is wanted", async () => {
  const [first, second] = await settings({});
  expect(first).toBe("set random_page_cost = 1.1; set max_parallel_workers_per_gather = 0; set jit = off");
  expect(second?.replace(/\s+/g, " ").trim()).toBe(
    "set idle_in_transaction_session_timeout = '20s'; set client_connection_check_interval = '10s'; " +
      "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; " +
      "set tcp_user_timeout = '30s'",
  );
  expect((await settings({ statementMs: 500 }))[0]).toBe(`${first}; set statement_timeout = 500`);
  expect(log.warn).not.toHaveBeenCalled();
});

test("a system that cannot detect lost clients is logged", async () => {
  await settings({}, new Error("not supported"));
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    { detail: "not supported" },
    "The database cannot detect lost connections",
  );
});

test("a pool has ten connections unless told otherwise, and one for a single piece of work", async () => {
  const usual = openDb(url, log as never);
  const small = openDb(url, log as never, { size: 3 });
  expect([usual.pool.options.max, small.pool.options.max]).toEqual([10, 3]);
  await Promise.all([usual.close(), small.close()]);
  expect(await withDb(url, log as never, async (db) => typeof db.select)).toBe("function");
  await expect(withDb(url, log as never, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
});

const usual = [{ number: 180_000, version: "18.0", encoding: "UTF8" }];

test("tables are migrated by the one who holds the lock, on a connection of its own", async () => {
  database.answers = [usual, [{ mine: false }], [{ mine: false }], [{ mine: true }]];
  await migrateTables(url, "/folder");
  expect(database.configs).toEqual([
    { connectionString: url, application_name: "sheaf-migrate", connectionTimeoutMillis: 10_000 },
  ]);
  expect(database.queries.slice(1).map(([, values]) => values)).toEqual([
    [1_399_350_625],
    [1_399_350_625],
    [1_399_350_625],
  ]);
  expect(pauses).toEqual([200, 200]);
  expect(vi.mocked(applyMigrations).mock.calls).toMatchObject([[expect.anything(), "/folder"]]);
  expect(database.ended).toBe(1);
});

test("a server that is too old is refused, and left", async () => {
  database.answers = [[{ ...usual[0], number: 149_999, version: "14.9" }]];
  await expect(migrateTables(url)).rejects.toThrow("PostgreSQL 14.9, but Sheaf needs 15 or newer");
  expect(database.ended).toBe(1);
});

test.each([
  [Object.assign(new Error("refused"), { code: "ECONNREFUSED" }), "refused"],
  [Object.assign(new Error(""), { code: "ECONNREFUSED" }), "ECONNREFUSED"],
])("a database that cannot be reached is named by its variable: %s", async (error, reason) => {
  database.refusal = error;
  await expect(migrateTables(url)).rejects.toThrow(`The database in DATABASE_URL cannot be reached (${reason}).`);
});

const denied = Object.assign(new Error("denied"), { code: "42501" });

test.each([
  ["a missing right", denied, "no permission to set up the database (denied)"],
  ["a wrapped missing right", new Error("outer", { cause: denied }), "no permission to set up the database (denied)"],
  ["another error", Object.assign(new Error("broken"), { code: "42P01" }), "broken"],
  ["an error without a code", new Error("plain"), "plain"],
])("%s of a migration is told as such", async (_what, error, words) => {
  database.answers = [usual, [{ mine: true }]];
  vi.mocked(applyMigrations).mockRejectedValueOnce(error);
  await expect(migrateTables(url)).rejects.toThrow(words);
  expect(database.ended).toBe(1);
});
