import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import type { ChangeEvent } from "@sheaf/contracts/events.ts";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { insertJob } from "../../../testing/jobs/job-rows.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { deliveries } from "../../domain/delivery/table.ts";
import { jobFiles, jobs } from "../../domain/jobs/table.ts";
import { announce } from "../../platform/events/events.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => server.close());

/**
 * Opens an event stream. `next` resolves with the next event that has not been returned yet. Events of earlier changes,
 * which can arrive late, are left out: they come before the event "settings" that is announced here.
 */
async function follow(who: SignedIn): Promise<{ next(): Promise<ChangeEvent>; close(): void }> {
  const { port } = server.app.server.address() as AddressInfo;
  const asked = request({ port, host: "127.0.0.1", path: "/api/events", headers: { cookie: who.cookies() } });
  const lines = await new Promise<AsyncIterator<string>>((resolve) => {
    asked.once("response", (answer) => {
      answer.on("error", () => {}); // the test closes the connection
      resolve(createInterface(answer)[Symbol.asyncIterator]());
    });
    asked.end();
  });
  const read = async (): Promise<ChangeEvent> => {
    for (;;) {
      const { value = "" } = await lines.next();
      if (value.startsWith('data: {"type"')) return JSON.parse(value.slice("data: ".length));
    }
  };
  const next = async (): Promise<ChangeEvent> => {
    const event = await read();
    return event.type === "settings" ? next() : event;
  };
  await server.services.db.transaction((tx) => announce(tx, who.practiceId, { type: "settings" }));
  while ((await read()).type !== "settings");
  return { next, close: () => asked.destroy() };
}

const versionOf = async (who: SignedIn, id: string): Promise<number> =>
  (await who.get(`/api/jobs/${id}`)).json().version;

test("an event carries the version that the job has after the change", async () => {
  const anna = await signIn(server);
  const id = await insertJob(server, anna, { emails: [{ state: "waiting" }] });
  const stream = await follow(anna);
  const ofJob = and(eq(jobFiles.practiceId, anna.practiceId), eq(jobFiles.jobId, id));
  await server.services.db.transaction(async (tx) => {
    await tx.update(jobFiles).set({ state: "refused" }).where(ofJob);
    await announce(tx, anna.practiceId, { type: "job", id });
  });
  expect(await stream.next()).toEqual({ type: "job", id, version: await versionOf(anna, id) });
  stream.close();
});

test("of two changes at the same moment, the later event has a higher version than each made alone", async () => {
  const anna = await signIn(server);
  const id = await insertJob(server, anna, { emails: [{ state: "waiting" }, { state: "waiting" }] });
  const before = await versionOf(anna, id);
  const emails = await server.services.db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.practiceId, anna.practiceId), eq(deliveries.jobId, id)));
  const stream = await follow(anna);
  /** Both transactions have changed their email before either commits, so neither sees the other's change. */
  const bothChanged = Promise.withResolvers<void>();
  let changed = 0;
  await Promise.all(
    emails.map((email) =>
      server.services.db.transaction(async (tx) => {
        await tx.update(deliveries).set({ state: "sent" }).where(eq(deliveries.id, email.id));
        await announce(tx, anna.practiceId, { type: "job", id });
        changed += 1;
        if (changed === emails.length) bothChanged.resolve();
        await bothChanged.promise;
      }),
    ),
  );
  await stream.next();
  expect(await stream.next()).toEqual({ type: "job", id, version: before + 2 });
  stream.close();
});

test("events of one change come in their order, one right after the other", async () => {
  const anna = await signIn(server);
  const id = await insertJob(server, anna);
  const stream = await follow(anna);
  await server.services.db.transaction(async (tx) => {
    await announce(tx, anna.practiceId, { type: "job", id });
    await announce(tx, anna.practiceId, { type: "subscription" });
  });
  expect([await stream.next(), await stream.next()]).toEqual([
    { type: "job", id, version: 2 },
    { type: "subscription" },
  ]);
  stream.close();
});

test("the event of a deleted job has no version", async () => {
  const anna = await signIn(server);
  const id = await insertJob(server, anna);
  const stream = await follow(anna);
  await server.services.db.transaction(async (tx) => {
    await tx.delete(jobs).where(and(eq(jobs.practiceId, anna.practiceId), eq(jobs.id, id)));
    await announce(tx, anna.practiceId, { type: "job", id });
  });
  expect(await stream.next()).toEqual({ type: "job", id });
  stream.close();
});

test("events of one moment for several streams cause one statement", async () => {
  const anna = await signIn(server);
  const ids = [await insertJob(server, anna), await insertJob(server, anna)];
  const streams = [await follow(anna), await follow(anna)];
  const versions = vi.spyOn(server.services.db, "execute");
  await server.services.db.transaction(async (tx) => {
    for (const id of ids) await announce(tx, anna.practiceId, { type: "job", id });
  });
  for (const stream of streams) {
    expect([await stream.next(), await stream.next()]).toEqual(ids.map((id) => ({ type: "job", id, version: 2 })));
    stream.close();
  }
  expect(versions).toHaveBeenCalledTimes(1);
  versions.mockRestore();
});
