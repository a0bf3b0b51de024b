import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newClient } from "../../../testing/client.ts";
import { fakeEngine } from "../../../testing/jobs/fake-engine.ts";
import { openPractice } from "../../../testing/jobs/practice.ts";
import { join } from "../../../testing/members.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { sweepAuditLog } from "../../app/sweeps/audit.task.ts";
import { auditLog } from "./table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: fakeEngine() });
});
afterAll(() => server.close());

interface Entry {
  id: string;
  who: string;
  what: string;
  address: string | null;
  subjectId: string | null;
}
const read = async (who: SignedIn, query = ""): Promise<Entry[]> => (await who.get(`/api/audit-log${query}`)).json();
const lines = async (who: SignedIn) => (await read(who)).map((entry) => `${entry.who}: ${entry.what}`);

test("the owner can read who did what and from which address, newest first", async () => {
  const anna = await signIn(server);
  const ben = await join(server, anna, "Ben");
  const bakery = (await ben.post("/api/customers", { name: "Bright Bakery", email: "b@example.com" })).json();
  await anna.put("/api/settings", { fileRetentionDays: 60, autoSendEmail: true });

  expect(await lines(anna)).toEqual([
    "Anna Okafor: Changed settings: send by email, how long files are kept",
    "Ben Miller: Added the customer Bright Bakery",
    "Ben Miller: Joined the practice",
    "Anna Okafor: Invited somebody",
    "Sheaf: Recorded a payment",
    "Anna Okafor: Registered the practice",
  ]);
  const [, added, , , payment] = await read(anna);
  expect(added).toMatchObject({ subjectId: bakery.id, address: "127.0.0.1" });
  expect(payment?.address).toBeNull();
});

test("renamed subjects are listed by their new name, removed ones by their last name", async () => {
  const anna = await signIn(server);
  const carl = await join(server, anna, "Carl");
  const { id } = (await carl.post("/api/customers", { name: "Oak Ltd", email: "o@example.com" })).json();
  await anna.put(`/api/customers/${id}`, { name: "Oak & Sons", email: "o@example.com" });
  expect((await lines(anna)).slice(0, 2)).toEqual([
    "Anna Okafor: Changed the customer Oak & Sons",
    "Carl Miller: Added the customer Oak & Sons",
  ]);

  await anna.delete(`/api/customers/${id}`);
  await anna.delete(`/api/members/${carl.userId}`);

  expect((await lines(anna)).slice(0, 4)).toEqual([
    "Anna Okafor: Removed Carl Miller",
    "Anna Okafor: Deleted the customer Oak & Sons",
    "Anna Okafor: Changed the customer Oak & Sons",
    "Carl Miller: Added the customer Oak & Sons",
  ]);
});

test("uploads and downloads are listed with their customer; viewing a PDF is not recorded", async () => {
  const anna = await openPractice(server);
  const { id } = await anna.job([["Invoice.txt", "invoice"]]);
  await anna.ended(id);
  await anna.get(`/api/jobs/${id}/download?inline=1`);
  await anna.get(`/api/jobs/${id}/download`);

  expect((await lines(anna)).slice(0, 2)).toEqual([
    "Anna Okafor: Downloaded what was made for Bright Bakery",
    "Anna Okafor: Uploaded 1 file for Bright Bakery",
  ]);
});

test("pages follow each other without gaps or repeats", async () => {
  const anna = await signIn(server);
  for (const name of ["A", "B", "C"]) await anna.post("/api/customers", { name, email: "x@example.com" });
  const all = await read(anna);

  const first = await anna.get("/api/audit-log?limit=2");
  const next = /<(.*)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? "";
  const rest = (await anna.get(next.replace("limit=2", "limit=500"))).json();

  expect([...first.json(), ...rest]).toEqual(all);
});

test("members cannot read it, and other practices see none of it", async () => {
  const anna = await signIn(server);
  const ben = await join(server, anna, "Ben");
  const stranger = await signIn(server);
  expect((await ben.get("/api/audit-log")).json().code).toBe("owner-only");
  expect((await newClient(server.app).get("/api/audit-log")).statusCode).toBe(401);
  const ids = (await read(anna)).map(({ id }) => id);
  expect((await read(stranger)).filter(({ id }) => ids.includes(id))).toEqual([]);
  expect(await read(stranger, `?cursor=${ids[0]}`)).toEqual([]);
});

test("[S9.9] entries are deleted after a year", async () => {
  const anna = await signIn(server);
  const { db } = server.services;
  const age = (days: number) => sql.raw(`now() - interval '${days} days'`);
  const [kept, old] = await read(anna);
  await db
    .update(auditLog)
    .set({ at: age(364) })
    .where(eq(auditLog.id, kept?.id ?? ""));
  await db
    .update(auditLog)
    .set({ at: age(367) })
    .where(eq(auditLog.id, old?.id ?? ""));

  await sweepAuditLog.run({}, { db }, { signal: new AbortController().signal });

  expect((await read(anna)).map(({ id }) => id)).toEqual([kept?.id]);
});
