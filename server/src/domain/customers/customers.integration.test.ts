import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newClient } from "../../../testing/client.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { newId } from "../../platform/ids.ts";
import { auditLog } from "../audit/table.ts";
import { periods } from "../billing/table.ts";

let server: TestServer;
let anna: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
  anna = await signIn(server);
});
afterAll(() => server.close());

const aCustomer = (more: object = {}) => ({
  name: "Bright Bakery",
  email: "hello@bakery.example",
  outputEmail: "inbox@books.example",
  company: "Bright Bakery Ltd",
  ...more,
});
const add = async (who: SignedIn, more: object = {}) => (await who.post("/api/customers", aCustomer(more))).json();
const list = async (who: SignedIn) => (await who.get("/api/customers")).json();

test("[S3.5] a new customer is returned with all fields", async () => {
  const answer = await anna.post("/api/customers", aCustomer({ reference: "B-17" }));

  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toEqual({
    id: expect.any(String),
    name: "Bright Bakery",
    email: "hello@bakery.example",
    outputEmail: "inbox@books.example",
    company: "Bright Bakery Ltd",
    reference: "B-17",
    preferredPdfs: null,
    emailText: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    archivedAt: null,
  });
});

test("[S5.10] empty and missing fields are stored as null, and surrounding spaces are removed", async () => {
  const bare = await anna.post("/api/customers", {
    name: "  Bare  ",
    email: " bare@example.com ",
    outputEmail: "",
    company: " ",
  });

  expect(bare.json()).toMatchObject({
    name: "Bare",
    email: "bare@example.com",
    outputEmail: null,
    company: null,
  });
});

test("a change without a reference keeps it, and an empty reference removes it", async () => {
  const { id } = await add(anna, { reference: "C-1" });

  expect((await anna.put(`/api/customers/${id}`, aCustomer({ name: "Renamed" }))).json()).toMatchObject({
    name: "Renamed",
    reference: "C-1",
  });
  expect((await anna.put(`/api/customers/${id}`, aCustomer({ reference: "" }))).json().reference).toBeNull();
});

test("the preferred format of the PDFs is stored, kept by a change without it, and must be one of three values", async () => {
  const { id, preferredPdfs } = await add(anna, { preferredPdfs: "separate-emails" });
  const change = async (more: object) => (await anna.put(`/api/customers/${id}`, aCustomer(more))).json();

  expect(preferredPdfs).toBe("separate-emails");
  expect(await change({ name: "Renamed" })).toMatchObject({ preferredPdfs: "separate-emails" });
  expect(await change({ preferredPdfs: "shuffled" })).toMatchObject({
    code: "bad-request",
    message: expect.stringContaining("Choose one of the listed PDF formats"),
  });
  expect(await change({ preferredPdfs: "" })).toMatchObject({ preferredPdfs: null });
});

test("an id of an invalid format returns 404 like an unknown one", async () => {
  expect((await anna.put("/api/customers/999", aCustomer())).statusCode).toBe(404);
});

test.each([
  ["without a name", { name: " " }, "Name is required."],
  ["without an email address", { email: undefined }, "Email is required."],
  ["with an incomplete email address", { email: "hello@" }, "Email: Enter a valid email address."],
  ["with an incomplete output address", { outputEmail: "books" }, "Output email: Enter a valid email address."],
  ["with a name that is too long", { name: "x".repeat(201) }, "Keep the name under 201 characters."],
  [
    "with a line break in the name",
    { name: "Bright\r\nBakery" },
    "Name: Leave out line breaks and control characters.",
  ],
])("a customer %s is refused", async (_, wrong, message) => {
  const answer = await anna.post("/api/customers", aCustomer(wrong));

  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toContain(message.replace(/^\w+: /, ""));
});

test("the list is sorted newest first and includes archived customers", async () => {
  const maya = await signIn(server);
  for (const name of ["First", "Second", "Third"]) await add(maya, { name });
  const [, second] = await list(maya);
  await maya.post(`/api/customers/${second.id}/archive`);

  const customers = await list(maya);

  expect(customers.map((one: { name: string }) => one.name)).toEqual(["Third", "Second", "First"]);
  expect(customers.map((one: { archivedAt: string | null }) => one.archivedAt !== null)).toEqual([false, true, false]);
});

test("a long list can be read page by page", async () => {
  const maya = await signIn(server);
  for (const name of ["First", "Second", "Third"]) await add(maya, { name });

  const page = await maya.get("/api/customers?limit=2");
  const next = /<(.+)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? "";
  const last = await maya.get(next);

  expect(page.headers["x-total-count"]).toBe("3");
  expect(page.json().map((one: { name: string }) => one.name)).toEqual(["Third", "Second"]);
  expect(last.json().map((one: { name: string }) => one.name)).toEqual(["First"]);
  expect(last.headers.link).toBeUndefined();
});

test("[S7.9] changing a customer changes all fields that the form sends and no others", async () => {
  const before = await add(anna, { reference: "C-1" });

  const answer = await anna.put(`/api/customers/${before.id}`, { name: "Renamed", email: "new@example.com" });

  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    ...before,
    name: "Renamed",
    email: "new@example.com",
    outputEmail: null,
    company: null,
  });
});

test("concurrent edits of different fields are merged, and a field that both edits changed is refused", async () => {
  const was = aCustomer({ reference: "C-2" });
  const { id } = await add(anna, was);
  const save = (more: object) => anna.put(`/api/customers/${id}`, { ...was, ...more, was });

  expect((await save({ company: "Bright Holdings" })).statusCode).toBe(200);
  const second = await save({ reference: "C-3" });
  expect(second.json()).toMatchObject({ company: "Bright Holdings", reference: "C-3" });

  const third = await save({ company: "Bright & Sons" });
  expect(third.statusCode).toBe(409);
  expect(third.json()).toEqual({
    code: "customer-changed",
    message: "Somebody else has just changed the company to “Bright Holdings”.",
  });
  expect((await save({ company: "Bright Holdings" })).statusCode).toBe(200);
});

test("[S3.7] archiving twice keeps the first date, restoring removes it", async () => {
  const { id } = await add(anna);

  const first = (await anna.post(`/api/customers/${id}/archive`)).json();
  const again = (await anna.post(`/api/customers/${id}/archive`)).json();
  const restored = (await anna.post(`/api/customers/${id}/restore`)).json();

  expect(first.archivedAt).not.toBeNull();
  expect(again.archivedAt).toBe(first.archivedAt);
  expect(restored.archivedAt).toBeNull();
});

test("a deleted customer is gone", async () => {
  const { id } = await add(anna);

  expect((await anna.delete(`/api/customers/${id}`)).statusCode).toBe(204);

  expect(await list(anna)).not.toContainEqual(expect.objectContaining({ id }));
  expect((await anna.delete(`/api/customers/${id}`)).statusCode).toBe(404);
});

describe("a reference", () => {
  test("[S3.6] is unique within the practice, ignoring case", async () => {
    await add(anna, { reference: "REF-9" });
    const other = await add(anna);

    const added = await anna.post("/api/customers", aCustomer({ reference: "ref-9" }));
    const changed = await anna.put(`/api/customers/${other.id}`, aCustomer({ reference: "Ref-9" }));

    for (const answer of [added, changed]) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, "reference-taken"]);
    }
  });

  test("may be the same in another practice, and several customers may have none", async () => {
    const stranger = await signIn(server);
    await add(anna, { reference: "REF-10" });

    expect((await stranger.post("/api/customers", aCustomer({ reference: "REF-10" }))).statusCode).toBe(201);
    expect((await anna.post("/api/customers", aCustomer())).statusCode).toBe(201);
    expect((await anna.post("/api/customers", aCustomer())).statusCode).toBe(201);
  });

  test("can be used again once its customer is deleted", async () => {
    const { id } = await add(anna, { reference: "REF-11" });
    await anna.delete(`/api/customers/${id}`);

    expect((await anna.post("/api/customers", aCustomer({ reference: "REF-11" }))).statusCode).toBe(201);
  });
});

describe("access to a customer", () => {
  const calls: [
    string,
    (who: Pick<SignedIn, "get" | "post" | "put" | "delete">, id: string) => Promise<{ statusCode: number }>,
  ][] = [
    ["change", (who, id) => who.put(`/api/customers/${id}`, aCustomer({ name: "Mine now" }))],
    ["archive", (who, id) => who.post(`/api/customers/${id}/archive`)],
    ["restore", (who, id) => who.post(`/api/customers/${id}/restore`)],
    ["delete", (who, id) => who.delete(`/api/customers/${id}`)],
  ];

  test.each(calls)("[S6.3] only its own practice can %s it", async (_, call) => {
    const stranger = await signIn(server);
    const theirs = await add(anna);

    expect((await call(newClient(server.app), theirs.id)).statusCode).toBe(401);
    expect((await call(stranger, theirs.id)).statusCode).toBe(404);
    expect(await list(anna)).toContainEqual(theirs);
    expect((await call(anna, theirs.id)).statusCode).toBeLessThan(300);
  });

  test.each(calls)("trying to %s an unknown one returns 404", async (_, call) => {
    expect((await call(anna, newId())).statusCode).toBe(404);
  });

  test("requests without a session are refused, without details about other errors", async () => {
    const nobody = newClient(server.app);

    expect((await nobody.get("/api/customers")).statusCode).toBe(401);
    expect((await nobody.post("/api/customers", {})).json().code).toBe("not-signed-in");
    expect((await nobody.put("/api/customers/not-an-id", {})).statusCode).toBe(401);
  });

  test("the list of another practice does not contain it", async () => {
    await add(anna);
    expect(await list(await signIn(server))).toEqual([]);
  });

  test("a practice with an expired subscription can still read its customers", async () => {
    const maya = await signIn(server);
    await add(maya);
    await server.services.db
      .update(periods)
      .set({ startsAt: new Date("2026-01-01"), endsAt: new Date("2026-01-31") })
      .where(eq(periods.practiceId, maya.practiceId));

    expect(await list(maya)).toHaveLength(1);
  });
});

test("a change is announced to the open browsers of the practice only", async () => {
  const { events } = server.services;
  await vi.waitFor(() => events.check(), 30_000);
  const stranger = await signIn(server);
  const told = { anna: [] as string[], stranger: [] as string[] };
  const listenAs = (who: SignedIn, received: string[]) =>
    events.listen({
      practiceId: who.practiceId,
      sessionId: newId(),
      onInterruption() {},
      onEnd() {},
      onEvent: (event) => event.type === "customer" && received.push(event.id),
    });
  const stops = [listenAs(stranger, told.stranger), listenAs(anna, told.anna)];

  const { id } = await add(anna);
  await expect.poll(() => told.anna).toContain(id);
  for (const stop of stops) stop();

  expect(told.anna.filter((one) => one === id)).toHaveLength(1);
  expect(told.stranger).toEqual([]);
});

test("an import without a session is refused before the request body is read", async () => {
  const tooLong = { customers: [{ name: "x".repeat(9_000_000) }] };
  expect((await newClient(server.app).post("/api/customers/import", tooLong)).statusCode).toBe(401);
  expect((await anna.post("/api/customers/import", tooLong)).statusCode).toBe(413);
});

test("the audit log contains no names or addresses, except the name of a deleted customer", async () => {
  const { id } = await add(anna);
  await anna.put(`/api/customers/${id}`, aCustomer({ name: "Renamed" }));
  await anna.post(`/api/customers/${id}/archive`);
  await anna.post(`/api/customers/${id}/restore`);
  await anna.delete(`/api/customers/${id}`);

  const entries = await server.services.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.practiceId, anna.practiceId), eq(auditLog.subjectId, id)))
    .orderBy(auditLog.id);

  expect(entries.map((entry) => entry.action.replace("customer.", ""))).toEqual([
    "created",
    "changed",
    "archived",
    "restored",
    "deleted",
  ]);
  expect(entries.every((entry) => entry.userId === anna.userId)).toBe(true);
  expect(JSON.stringify(entries.slice(0, -1))).not.toMatch(/Bakery|Renamed|@/);
  expect(entries.at(-1)?.detail).toEqual({ name: "Renamed" });
});
