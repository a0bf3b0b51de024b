import { deliveryStates } from "@sheaf/contracts/delivery-states.ts";
import { fileStates, type Job, job, jobStatuses } from "@sheaf/contracts/jobs.ts";
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newClient } from "../../../../testing/client.ts";
import { insertJob, insertJobs } from "../../../../testing/jobs/job-rows.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { newId } from "../../../platform/ids.ts";
import { jobs, outputs } from "../../jobs/table.ts";
import { recountPractices } from "../../metrics/recount-practices.ts";
import { rollUpPracticeChanges } from "../../metrics/roll-up.ts";
import { practiceChanges, practiceCounts } from "../../metrics/table.ts";
import { practices } from "../../practices/table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Requests a list and returns its jobs, their ids and the values of the headers. */
async function list(who: SignedIn, query = "") {
  const answer = await who.get(`/api/jobs?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const found: Job[] = answer.json();
  return {
    jobs: found,
    ids: found.map(({ id }) => id),
    matching: answer.headers["x-total-count"],
    all: answer.headers["x-practice-count"],
    next: /<([^>]+)>/.exec(String(answer.headers.link ?? ""))?.[1],
  };
}
const counts = async (who: SignedIn, query = "") => (await who.get(`/api/jobs/counts?${query}`)).json();

test("[S1.12] a page links to the next one, which keeps the filters and repeats no job", async () => {
  const anna = await signIn(server);
  const kestrel: string[] = [];
  for (let turn = 0; turn < 5; turn++) {
    kestrel.unshift(await insertJob(server, anna, { customerName: "The Kestrel Inn" }));
    await insertJob(server, anna);
  }

  const first = await list(anna, "q=kestrel&limit=3");
  const second = await list(anna, first.next?.split("?")[1]);

  expect(first).toMatchObject({ ids: kestrel.slice(0, 3), matching: "5", all: "10" });
  expect(second).toMatchObject({ ids: kestrel.slice(3), matching: "5", all: "10", next: undefined });
});

test.each([
  ["part of the name, in any case", "KESTREL", true],
  ["a character with an accent, in any case", "caf%C3%89", true],
  ["part of the email", "jo%40kestrel", true],
  ["a percent sign that is in the name", "100%25", true],
  ["a percent sign that is not in the name", "K%25Inn", false],
  ["an underscore that is not in the name", "K_strel", false],
  ["a backslash", "%5C", false],
  ["an empty text", "", true],
])("[S2.54] searching by %s (q=%s) finds the job: %s", async (_what, typed, found) => {
  const anna = await signIn(server);
  await insertJob(server, anna, {
    customerName: "The Kestrel Inn & café, 100% local",
    customerEmail: "Jo@Kestrel.example",
  });
  expect((await list(anna, `q=${typed}`)).ids).toHaveLength(found ? 1 : 0);
});

test("a search for a NUL character returns 400", async () => {
  const anna = await signIn(server);
  expect((await anna.get("/api/jobs?q=%00")).statusCode).toBe(400);
});

test("filters by customer, and by the first and last day in the installation's time zone, both inclusive", async () => {
  const anna = await signIn(server);
  const { id: customerId } = (await anna.post("/api/customers", { name: "Bakery", email: "b@bakery.example" })).json();
  // British Summer Time: 23:30 UTC is half past midnight of the next day.
  const late = await insertJob(server, anna, { createdAt: new Date("2026-07-09T23:30:00Z"), customerId });
  const before = await insertJob(server, anna, { createdAt: new Date("2026-07-09T22:30:00Z") });

  expect((await list(anna, `customerId=${customerId}`)).ids).toEqual([late]);
  expect((await list(anna, "from=2026-07-10")).ids).toEqual([late]);
  expect((await list(anna, "to=2026-07-09")).ids).toEqual([before]);
  expect((await list(anna, "from=2026-07-09&to=2026-07-10")).ids).toEqual([before, late]);
  expect((await anna.get("/api/jobs?from=10.07.2026")).statusCode).toBe(400);
});

test("the counts of a customer's jobs apply every other filter and include jobs in progress", async () => {
  const anna = await signIn(server);
  const { id: customerId } = (await anna.post("/api/customers", { name: "Bakery", email: "b@bakery.example" })).json();
  await insertJobs(server, anna, [
    { customerId },
    { customerId, status: "failed" },
    { customerId, status: "processing" },
  ]);
  await insertJobs(server, anna, [{}, { customerName: "Somebody else", customerId }]);
  const of = `customerId=${customerId}`;

  expect(await list(anna, `${of}&limit=1`)).toMatchObject({ matching: "4", all: "5" });
  expect(await list(anna, `${of}&status=failed`)).toMatchObject({ matching: "1", all: "5" });
  expect(await list(anna, `${of}&q=somebody`)).toMatchObject({ matching: "1", ids: [expect.any(String)] });
  expect(await list(anna, `${of}&status=needs-you`)).toMatchObject({ matching: "1", ids: [expect.any(String)] });
  expect(await counts(anna, of)).toEqual({
    all: 4,
    pending: 0,
    processing: 1,
    completed: 2,
    failed: 1,
    "needs-you": 1,
    "not-sent": 0,
  });
});

test("a page filtered by days links to the next one, and the count covers all pages", async () => {
  const anna = await signIn(server);
  const at = (day: number) => ({ createdAt: new Date(`2026-07-${day}T12:00:00Z`) });
  const ids = await insertJobs(server, anna, [at(10), at(11), at(12), at(13), at(14)]);
  const days = "from=2026-07-11&to=2026-07-13";
  const newest = ids.slice(1, 4).toSorted().toReversed();

  const first = await list(anna, `${days}&limit=2`);
  const second = await list(anna, first.next?.split("?")[1]);

  expect(first).toMatchObject({ ids: newest.slice(0, 2), matching: "3", all: "5" });
  expect(second).toMatchObject({ ids: newest.slice(2), matching: "3", next: undefined });
  expect(await counts(anna, days)).toMatchObject({ all: 3, completed: 3 });
});

test("a list contains exactly the fields of its contract", async () => {
  const anna = await signIn(server);
  await insertJob(server, anna, { files: [{ state: "refused", message: "A is empty." }], emails: [{ state: "sent" }] });
  const { jobs: found } = await list(anna);

  expect(found).toHaveLength(1);
  expect(job.array().parse(found)).toEqual(found);
});

test("counts apply every filter except the status", async () => {
  const anna = await signIn(server);
  const kestrel = { customerName: "The Kestrel Inn" };
  await insertJob(server, anna, { ...kestrel, status: "pending" });
  await insertJob(server, anna, { ...kestrel, status: "failed" });
  await insertJob(server, anna, { ...kestrel, emails: [{ state: "bounced" }] });
  await insertJob(server, anna, { status: "processing" });

  const all = { all: 4, pending: 1, processing: 1, completed: 1, failed: 1, "needs-you": 2, "not-sent": 0 };
  expect(await counts(anna)).toEqual(all);
  expect(await counts(anna, "q=kestrel")).toEqual({ ...all, all: 3, processing: 0 });
  expect(await list(anna, "q=kestrel&status=failed")).toMatchObject({ matching: "1", all: "4" });
});

test("totals equal the rows after jobs or customers change or are deleted, and the nightly recount corrects a wrong total", async () => {
  const { db } = server.services;
  // Without a payment, so that the practice can be erased at the end.
  const anna = await signIn(server, { plan: null });
  const { practiceId } = anna;
  const { id: customerId } = (await anna.post("/api/customers", { name: "Inn", email: "inn@example.com" })).json();
  const inn = { customerId, customerName: "The Inn" };
  const [failed = ""] = await insertJobs(server, anna, [{ ...inn, status: "failed" }, inn, inn, {}]);
  const totals = async () => [await list(anna, "q=inn&limit=1"), await counts(anna)];
  const expected = (inns: string, all: number, completed: number) => [
    { matching: inns, all: String(all) },
    { all, completed, failed: all - completed },
  ];
  expect(await totals()).toMatchObject(expected("3", 4, 3));

  await rollUpPracticeChanges(db);
  await db.update(jobs).set({ status: "completed" }).where(eq(jobs.id, failed));
  expect((await anna.delete(`/api/customers/${customerId}`)).statusCode).toBe(204);
  expect(await totals()).toMatchObject(expected("3", 4, 4));
  await db.delete(jobs).where(eq(jobs.id, failed));
  await rollUpPracticeChanges(db);
  expect(await totals()).toMatchObject(expected("2", 3, 3));
  expect(await recountPractices(db)).toBe(0);

  await db.insert(practiceChanges).values({ practiceId, kind: "completed", amount: 7 });
  expect((await counts(anna)).completed).toBe(10);
  expect(await recountPractices(db)).toBe(1);
  expect((await counts(anna)).completed).toBe(3);

  await db.delete(practices).where(eq(practices.id, practiceId));
  await rollUpPracticeChanges(db);
  expect(await recountPractices(db)).toBe(0);
  expect(await db.$count(practiceCounts, eq(practiceCounts.practiceId, practiceId))).toBe(0);
});

describe("a filter by the light", () => {
  /** Every combination of the states of a job, one of its files and one of its emails. */
  const states = jobStatuses.flatMap((status) =>
    fileStates.flatMap((file) => [
      { status, files: [{ state: file }], emails: [] },
      ...deliveryStates.flatMap((state) =>
        [false, true].map((replaced) => ({ status, files: [{ state: file }], emails: [{ state, replaced }] })),
      ),
    ]),
  );

  test.each(["Needs you", "Not sent"])(
    "shows exactly the jobs whose light is “%s”, for all combinations of states",
    async (word) => {
      const anna = await signIn(server);
      const partly = { emails: [{ state: "undone" }, { state: "sent" }] } satisfies Parameters<typeof insertJob>[2];
      const ids = await insertJobs(server, anna, [...states, partly]);
      const everyThird = ids.filter((_id, index) => index % 3 === 0);
      const { db } = server.services;
      await db.update(jobs).set({ filesDeletedAt: new Date() }).where(inArray(jobs.id, everyThird));

      const { jobs: first } = await list(anna, "limit=500");
      const { jobs: rest } = await list(anna, `limit=500&cursor=${first.at(-1)?.id}`);
      const expected = [...first, ...rest].filter(({ light }) => light.word === word).map(({ id }) => id);
      const status = word.toLowerCase().replace(" ", "-");
      const filtered = await list(anna, `limit=500&status=${status}`);

      expect(expected.length).toBeGreaterThan(0);
      expect(filtered.ids).toEqual(expected.slice(0, 500));
      expect(filtered.matching).toBe(String(expected.length));
      expect(await counts(anna)).toMatchObject({ [status]: expected.length });
      expect((await list(anna, `limit=500&status=${status}&q=bakery`)).matching).toBe(String(expected.length));
    },
  );
});

test("a member sees no jobs of another practice, and a visitor gets 401", async () => {
  const [anna, stranger] = [await signIn(server), await signIn(server)];
  await insertJob(server, anna, { status: "failed", files: [{ name: "secret.pdf", state: "refused" }] });
  const nothing = { all: 0, pending: 0, processing: 0, completed: 0, failed: 0, "needs-you": 0, "not-sent": 0 };

  expect(await list(stranger, "status=needs-you")).toMatchObject({ ids: [], matching: "0", all: "0" });
  expect(await counts(stranger)).toEqual(nothing);
  expect((await stranger.get("/api/jobs/export")).body).not.toContain("secret.pdf");
  for (const path of ["", "/recent", "/counts", "/export"]) {
    expect((await newClient(server.app).get(`/api/jobs${path}`)).statusCode).toBe(401);
  }
});

test("the export contains every match, with times in the installation's time zone and with formulas escaped", async () => {
  const anna = await signIn(server);
  await insertJob(server, anna, { customerName: "Somebody else" });
  const one = { customerName: "=HYPERLINK(1)", createdAt: new Date("2026-07-09T23:30:00Z") };
  await insertJobs(
    server,
    anna,
    Array.from({ length: 501 }, () => one),
  );

  const answer = await anna.get("/api/jobs/export?q=hyperlink");

  expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(answer.headers["content-disposition"]).toMatch(/attachment; filename="Audit trail \d{4}-\d\d-\d\d\.csv"/);
  const [head, first, ...more] = answer.body.trimEnd().split("\r\n");
  expect(head).toMatch(/^\uFEFFUploaded,Customer,Email,/);
  expect(first).toMatch(/^2026-07-10 00:30,'=HYPERLINK\(1\),b@bakery.example,,invoice.pdf,,Completed,Ready,/);
  expect(more).toHaveLength(500);
});

test("the export names as many files of a large job as a spreadsheet's cell can hold", async () => {
  const anna = await signIn(server);
  const files = Array.from({ length: 500 }, (_, index) => ({ name: `${index}-${"long".repeat(48)}.pdf` }));
  await insertJob(server, anna, { customerName: "Kestrel", files });
  const [, line = ""] = (await anna.get("/api/jobs/export")).body.split("\r\n");
  const [, , , , cell = ""] = line.split(",");
  expect(cell).toMatch(/^0-long.*; 1-long.*; and \d+ more$/);
  expect(cell.length).toBeLessThan(32_767);
});

test("the export adds up the pages of a job's PDFs", async () => {
  const anna = await signIn(server);
  const jobId = await insertJob(server, anna, { customerName: "Kestrel" });
  const pdf = { practiceId: anna.practiceId, jobId, sizeBytes: 1_000, sha256: "0".repeat(64) };
  await server.services.db
    .insert(outputs)
    .values([3, 40].map((pages, position) => ({ ...pdf, id: newId(), position, name: `${position}.pdf`, pages })));

  expect((await anna.get("/api/jobs/export")).body).toContain(",invoice.pdf,43,Completed,");
});

test("the list, the export and the search show the same detail about a failed email", async () => {
  const anna = await signIn(server);
  const emails = [
    { state: "failed" as const, message: "There is no such mailbox: correct the address." },
    { state: "sent" as const },
  ];
  await insertJob(server, anna, { customerName: "Kestrel", emails });
  const says = "Email to inbox@books.example: There is no such mailbox: correct the address.";

  expect((await list(anna)).jobs).toMatchObject([{ status: "completed", errorMessage: null, detail: says }]);
  expect((await anna.get("/api/jobs/export")).body.trimEnd().split("\r\n")[1]).toMatch(new RegExp(`,${says}$`));
  expect((await anna.get("/api/search?q=kestrel")).json().jobs).toMatchObject([{ detail: says }]);
});
