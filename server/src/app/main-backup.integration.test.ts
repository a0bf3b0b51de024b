import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertJob } from "../../testing/jobs/job-rows.ts";
import { runProgram } from "../../testing/run-program.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../testing/server.ts";
import { deliveries } from "../domain/delivery/table.ts";

let folder: string;
let server: TestServer;
let anna: SignedIn;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-backups-"));
  server = await startTestServer();
  anna = await signIn(server);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const sheaf = (words: string[], of = server, options: Parameters<typeof runProgram>[2] = {}) =>
  runProgram(of, ["main-backup.ts", ...words], options);

test("a backup says where it is and how much it holds, and restores into an empty installation", async () => {
  await insertJob(server, anna, { emails: [{ state: "waiting" }, { state: "sent" }] });
  const made = await sheaf(["backup", folder]);
  expect([made.code, made.stderr]).toEqual([0, ""]);
  const [path = "", facts] = made.stdout.split("\n");
  expect(path).toMatch(/\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
  expect(facts).toMatch(/^\d+ rows, 0 files\.$/);
  expect(made.stdout.split("\n")).toHaveLength(3);

  const other = await startTestServer();
  try {
    const restored = await sheaf(["restore", path], other);
    expect([restored.code, restored.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^Restored the backup of \d{4}-.*Z: 0 files\.\n1 email may have been sent since then\. Check them in Sheaf /,
      ),
    ]);
    const { rows } = await other.services.db.execute(sql`select count(*)::int as number from practices`);
    expect(rows).toEqual([{ number: 1 }]);
  } finally {
    await other.close();
  }
});

test("--keep keeps that many backups and deletes the oldest", async () => {
  const target = await mkdtemp(join(tmpdir(), "sheaf-backups-"));
  try {
    await sheaf(["backup", target]);
    const [first] = await readdir(target);
    const second = await sheaf(["backup", target, "--keep", "1"]);
    expect(second.code).toBe(0);
    const left = await readdir(target);
    expect(left).toHaveLength(1);
    expect(left).not.toContain(first);
  } finally {
    await rm(target, { recursive: true, force: true });
  }
});

test.each([
  ["two folders", ["backup", "one", "two"]],
  ["no backup kept", ["backup", "one", "--keep", "0"]],
])("a command with %s prints the help and fails", async (_what, words) => {
  const { code, stderr } = await sheaf(words);
  expect([code, stderr]).toEqual([1, expect.stringContaining("./sheaf backup FOLDER [--keep 14]")]);
});

test("after a restore by other means, --settle stops waiting emails and ends all sessions", async () => {
  const { db } = server.services;
  const other = await signIn(server);
  await insertJob(server, other, { emails: [{ state: "held" }] });
  const { code, stdout } = await sheaf(["restore", "--settle"]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^2 emails may have been sent since the backup\. /)]);
  expect((await db.select().from(deliveries)).map(({ state }) => state).toSorted()).toEqual([
    ...["sent", "unconfirmed", "unconfirmed"],
  ]);
  expect((await other.get("/api/user")).statusCode).toBe(401);
});
