import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runQueued } from "../../../../testing/jobs/container-jobs.ts";
import { container, containerTests, fileNamed, pages, statesOf } from "../../../../testing/jobs/container-tests.ts";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { type NewFile, openPractice } from "../../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { deliveries } from "../../delivery/table.ts";
import { sweepJobs } from "../housekeeping/sweep.task.ts";
import { jobFiles, jobs } from "../table.ts";

let server: TestServer;
let anna: ReturnType<typeof containerTests>;

// No worker runs: the tests run the tasks themselves, as workers that die, stall and come back would.
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  anna = containerTests(server, await openPractice(server));
});
afterAll(() => server.close());

const live = { signal: new AbortController().signal };

test("a container counts as its documents, and its items are kept once, in the container", async () => {
  const job = await anna.ran([
    ["first.txt", "first"],
    ["march.zip", container("a.txt=one", "aside-logo.txt=logo", "link-b.txt=", "inner.zip=container|c.txt=two")],
    ["last.txt", "last"],
  ]);
  expect(statesOf(job)).toEqual([
    "first.txt: converted",
    "march.zip: unpacked",
    "march.zip › a.txt: converted",
    "march.zip › aside-logo.txt: set-aside",
    "march.zip › link-b.txt: set-aside",
    "march.zip › inner.zip: unpacked",
    "march.zip › inner.zip › c.txt: converted",
    "last.txt: converted",
  ]);
  expect(job).toMatchObject({ status: "completed", outputs: [{ pages: 4 }], light: { word: "Ready" } });
  expect(await anna.textOf(job)).toMatch(
    /first\.txt\[first\] march\.zip › a\.txt\[one\] march\.zip › inner\.zip › c\.txt\[two\] last\.txt\[last\]/,
  );
  expect(await anna.documentsUsed()).toBe(4);
  await anna.expectBooksToBalance();
  const originals = await anna.originalsOf(job);
  expect(originals.toSorted()).toEqual([0, 1, 7].map((index) => `originals/${job.files[index]?.id}`).toSorted());
  const events = (await anna.get(`/api/jobs/${job.id}/timeline`)).json();
  expect(JSON.stringify(events)).toContain("march.zip unpacked: 2 files, 2 set aside");
  const [logo, link] = [fileNamed(job, "aside-logo.txt"), fileNamed(job, "link-b.txt")];
  expect(logo).toMatchObject({
    message: "march.zip › aside-logo.txt is a picture of a signature.",
    canBringBack: true,
  });
  expect(link).toMatchObject({ reason: "unsupported", canBringBack: false });
  expect((await anna.act(job, "link-b.txt", "bring-back")).json()).toMatchObject({ code: "item-not-aside" });
});

test("an item that was set aside is brought back into the completed job at its place, for one document", async () => {
  const job = await anna.ran([["march.zip", container("a.txt=one", "aside-b.txt=two", "c.txt=three")]]);
  const before = await anna.blobsOf(job);
  const { version } = job;
  expect((await anna.act(job, "aside-b.txt", "bring-back")).statusCode).toBe(200);
  expect((await anna.read(job.id)).version, "without the former PDF").toBeGreaterThan(version);
  await anna.run(job);

  const done = await anna.read(job.id);
  expect(done).toMatchObject({ status: "completed", outputs: [{ pages: 3 }] });
  expect(await anna.textOf(job)).toMatch(/a\.txt\[one\] .*aside-b\.txt\[two\] .*c\.txt\[three\]/);
  expect(await anna.documentsUsed()).toBe(3);
  await anna.expectBooksToBalance();
  const [output] = job.outputs;
  expect(
    before.filter((key) => key.includes(output?.id ?? "")),
    "the former PDF",
  ).toHaveLength(1);
  expect((await anna.blobsOf(job)).filter((key) => key.includes(output?.id ?? ""))).toEqual([]);
  const again = await anna.act(job, "aside-b.txt", "bring-back");
  expect(again.json()).toMatchObject({ code: "item-not-aside" });

  expect((await anna.act(job, "aside-b.txt", "leave-out")).statusCode).toBe(200);
  await anna.run(job);
  expect(await anna.textOf(job)).not.toContain("two");
  expect(await anna.documentsUsed(), "an item that was converted keeps its document").toBe(3);
  await anna.act(job, "aside-b.txt", "bring-back");
  await anna.run(job);
  expect(await anna.textOf(job)).toContain("two");
  expect(await anna.documentsUsed()).toBe(3);
  await anna.expectBooksToBalance();
});

test("nothing joins a job of which an email exists, except where each file has an email of its own", async () => {
  const files: NewFile[] = [["march.zip", container("a.txt=one", "aside-b.txt=two", "c.txt=three")]];
  const sent = await anna.ran(files, { sendEmail: "true" });
  expect(fileNamed(sent, "aside-b.txt")).toMatchObject({ canBringBack: false });
  expect((await anna.act(sent, "aside-b.txt", "bring-back")).json()).toMatchObject({ code: "job-sent" });
  expect((await anna.act(sent, "a.txt", "leave-out")).statusCode).toBe(409);

  const separate = await anna.ran(files, { sendEmail: "true", separateEmails: "true" });
  const [first, third] = separate.outputs;
  await anna.act(separate, "aside-b.txt", "bring-back");
  await anna.run(separate);
  const done = await anna.read(separate.id);
  expect(done.outputs.map(({ name }) => name)).toEqual(["a.pdf", "aside-b.pdf", "c.pdf"]);
  expect([done.outputs[0]?.id, done.outputs[2]?.id], "the PDFs that were sent stay").toEqual([first?.id, third?.id]);
  expect(done.deliveries).toHaveLength(3);
});

test("a container without documents gives its document back, and its job needs a user", async () => {
  const job = await anna.ran([["mail.zip", container("aside-logo.txt=logo", "Message.txt=Regards")]]);
  expect(job).toMatchObject({ status: "failed", light: { word: "Needs you" } });
  expect(job.errorMessage).toBe(
    "mail.zip holds no document: everything inside was set aside. Bring back what you need, or upload it again.",
  );
  expect(await anna.documentsUsed()).toBe(0);
  expect((await anna.post(`/api/jobs/${job.id}/retry`)).json()).toMatchObject({ code: "job-not-failed" });
  await anna.act(job, "aside-logo.txt", "bring-back");
  await anna.run(job);
  expect(await anna.read(job.id)).toMatchObject({ status: "completed", outputs: [{ pages: 1 }] });
  await anna.expectBooksToBalance();
});

test("a bad item is repaired alone: its message names its path, and a replacement keeps its place", async () => {
  const job = await anna.ran([["march.zip", container("2026/a.txt=one", "2026/bad.txt=bad", "c.txt=three")]]);
  expect(job.errorMessage).toBe("march.zip › 2026/bad.txt is damaged and cannot be read.");
  await anna.replaceNamed(job, "bad.txt", ["good.txt", "two"]);
  await anna.run(job);
  const done = await anna.read(job.id);
  expect(statesOf(done)[2]).toBe("march.zip › 2026/good.txt: converted");
  expect(await anna.textOf(job)).toMatch(/2026\/a\.txt\[one\] .*2026\/good\.txt\[two\] .*c\.txt\[three\]/);
  expect(await anna.originalsOf(job), "container and replacement").toHaveLength(2);
  await anna.expectBooksToBalance();
});

test("pages of an item that were lost are made again from the container inside its container", async () => {
  const job = await anna.ran([
    ["march.zip", container("inner.zip=container|a.txt=one|b.txt=two", "aside-c.txt=three")],
  ]);
  const { db, storage } = server.services;
  const ofB = and(eq(jobFiles.jobId, job.id), eq(jobFiles.originalName, "b.txt"));
  const [lost] = await db.select().from(jobFiles).where(ofB);
  expect(lost).toMatchObject({ state: "converted", originalKey: null });
  await storage.delete([lost?.pagesKey ?? ""]);
  await anna.act(job, "aside-c.txt", "bring-back");
  await anna.run(job);
  await db.update(jobs).set({ createdAt: sql`now() - interval '2 minutes'` }).where(eq(jobs.id, job.id));
  await sweepJobs.run({}, anna.worker(), live);
  await anna.run(job);
  expect(await anna.textOf(job)).toMatch(/a\.txt\[one\] .*b\.txt\[two\] .*aside-c\.txt\[three\]/);
});

test("the password of a container opens it once and is forgotten, so its items keep their originals", async () => {
  const job = await anna.ran([["march.zip", ["container locked", "a.txt=locked one", "aside-b.txt=two"].join("\n")]]);
  expect(job.files).toMatchObject([{ state: "refused", reason: "password" }]);
  await anna.act(job, "march.zip", "password", { password: "wrong" });
  await anna.run(job);
  expect(await anna.read(job.id)).toMatchObject({ files: [{ state: "refused", reason: "password" }] });
  await anna.act(job, "march.zip", "password", { password: "secret" });
  await anna.run(job);
  const done = await anna.read(job.id);
  expect(done).toMatchObject({ status: "completed", outputs: [{ pages: 1 }] });
  const rows = await server.services.db.select().from(jobFiles).where(eq(jobFiles.jobId, job.id));
  expect(rows.map(({ password }) => password)).toEqual([null, null, null]);
  expect(await anna.originalsOf(job)).toHaveLength(3);
  await anna.act(done, "aside-b.txt", "bring-back");
  await anna.run(job);
  expect(await anna.textOf(job)).toContain("two");
  await anna.expectBooksToBalance();
});

test("an item that has no original of its own is refused rather than taken for another one", async () => {
  const job = await anna.ran([["march.zip", container("a.txt=one", "aside-b.txt=two")]]);
  const { db } = server.services;
  const ofB = and(eq(jobFiles.jobId, job.id), eq(jobFiles.originalName, "aside-b.txt"));
  await db.update(jobFiles).set({ itemIndex: 0 }).where(ofB); // as if another version listed its items otherwise
  await anna.act(job, "aside-b.txt", "bring-back");
  await anna.run(job);
  expect(fileNamed(await anna.read(job.id), "aside-b.txt")).toMatchObject({ state: "refused", reason: "damaged" });

  const locked = await anna.ran([["march.zip", ["container locked", "a.txt=one", "unsafe-b.txt=two"].join("\n")]]);
  await anna.act(locked, "march.zip", "password", { password: "secret" });
  await anna.run(locked);
  await anna.post(`/api/jobs/${locked.id}/retry`);
  await anna.run(locked);
  expect(fileNamed(await anna.read(locked.id), "unsafe-b.txt").message).toBe(
    "march.zip › unsafe-b.txt cannot be unpacked again, because the password of its archive is not kept. Unpack it and replace it.",
  );
});

test("what becomes of an email's text is remembered for the customer", async () => {
  const mail = (text: string): NewFile[] => [["mail.zip", container(`Message.txt=${text}`, "a.txt=one")]];
  const job = await anna.ran(mail("See attached"));
  expect(fileNamed(job, "Message.txt")).toMatchObject({ state: "converted", isEmailText: true, canLeaveOut: true });
  await anna.act(job, "Message.txt", "leave-out", { rememberForCustomer: true });
  await anna.run(job);
  expect(await anna.textOf(job)).not.toContain("See attached");

  const next = await anna.ran(mail("See attached"));
  expect(fileNamed(next, "Message.txt")).toMatchObject({
    state: "set-aside",
    message: "mail.zip › Message.txt is the text of the email, which is not printed for this customer.",
  });
  await anna.act(next, "Message.txt", "bring-back", { rememberForCustomer: true });
  await anna.run(next);
  expect(await anna.textOf(next)).toContain("See attached");

  const short = await anna.ran(mail("Regards"));
  expect(fileNamed(short, "Message.txt")).toMatchObject({ state: "converted" });
  const customer = (await anna.get("/api/customers")).json()[0];
  expect(customer).toMatchObject({ emailText: "always" });
});

test("an item over the plan's limit for one file is refused, and a container over it is not", async () => {
  const big = "x".repeat(10 * 1_048_576 + 1);
  const job = await anna.ran([["march.zip", container("a.txt=one", `b.txt=${big}`)]]);
  expect(job).toMatchObject({
    errorMessage:
      "march.zip › b.txt is larger than 10 MB, the limit for one file on the Solo Practitioner plan. Replace it with a smaller one.",
    files: [{ state: "unpacked" }, { state: "converted" }, { state: "refused", reason: "too-large" }],
  });
});

test("an item that is left out while the PDFs are made is in none of them, and in no email", async () => {
  for (const separateEmails of ["false", "true"]) {
    const files: NewFile[] = [["march.zip", container("a.txt=one", "b.txt=two")]];
    const job = await anna.job(files, { sendEmail: "true", separateEmails });
    const engine = fakeEngine();
    let isLeftOut = false;
    const assemble: typeof engine.assemble = async (...args) => {
      if (!isLeftOut) {
        isLeftOut = true;
        expect((await anna.act(await anna.read(job.id), "b.txt", "leave-out")).statusCode).toBe(200);
      }
      return engine.assemble(...args);
    };
    await runQueued(server, anna.worker({ ...engine, assemble }), job.id);
    const done = await anna.read(job.id);
    expect(done).toMatchObject({ status: "completed", outputs: [{ pages: 1 }], deliveries: { length: 1 } });
    expect(fileNamed(done, "b.txt").state).toBe("left-out");
    expect(await anna.textOf(job)).not.toContain("two");
  }
  await anna.expectBooksToBalance();
});

test("a document under the name of a container is a document, with the plan's limit for one file", async () => {
  const big = "x".repeat(10 * 1_048_576 + 1);
  const job = await anna.ran([["scan.zip", big]]);
  expect(job).toMatchObject({
    errorMessage: expect.stringMatching(/^scan\.zip is larger than 10 MB, the limit for one file on the .* plan\./),
    files: [{ state: "refused", reason: "too-large" }],
  });
  await anna.expectBooksToBalance();
});

test("more than 25 emails from one job wait until a user confirms their number, and Undo covers all", async () => {
  const { db } = server.services;
  const fields = { sendEmail: "true", separateEmails: "true" };
  const job = await anna.ran([["march.zip", container(...pages(26), "aside-b.txt=two")]], fields);
  expect(job).toMatchObject({
    status: "failed",
    light: { word: "Needs you" },
    emailsToConfirm: 26,
    errorMessage: "This job would send 26 emails. Confirm them, or send one email with all PDFs.",
    deliveries: [],
  });
  const confirm = (emails: number, send: string, of = job) =>
    anna.post(`/api/jobs/${of.id}/confirm-emails`, { emails, send });
  const timeline = (await anna.get(`/api/jobs/${job.id}/timeline`)).body;
  expect(timeline).toContain("26 emails wait for a confirmation");
  expect((await confirm(25, "separate")).json()).toMatchObject({ code: "emails-changed" });
  expect((await anna.post(`/api/jobs/${job.id}/retry`)).statusCode).toBe(409);
  await db.execute(sql`update practices set undo_seconds = 60 where id = ${anna.practiceId}`);
  expect((await confirm(26, "separate")).statusCode).toBe(200);
  await anna.run(job);
  const done = await anna.read(job.id);
  expect(done).toMatchObject({ status: "completed", emailsToConfirm: null });
  expect(done.deliveries).toHaveLength(26);
  await anna.act(done, "aside-b.txt", "bring-back");
  await anna.run(job);
  expect((await anna.read(job.id)).deliveries, "one more, which the user has just brought back").toHaveLength(27);
  await anna.post(`/api/jobs/${job.id}/undo`);
  expect((await anna.read(job.id)).light.word).toBe("Not sent");

  const other = await anna.ran([["march.zip", container(...pages(26))]], fields);
  await confirm(26, "together", other);
  await anna.run(other);
  const one = await anna.read(other.id);
  expect(one).toMatchObject({ status: "completed", separateEmails: false, outputs: { length: 26 } });
  expect(one.deliveries).toHaveLength(1);
});

test("emails that were sent are not confirmed again when further items join their job", async () => {
  const fields = { sendEmail: "true", separateEmails: "true" };
  const asides = ["aside-a.txt", "aside-b.txt", "aside-c.txt", "aside-d.txt"];
  const items = [...pages(25), ...asides.map((name) => `${name}=${name}`)];
  const job = await anna.ran([["march.zip", container(...items)]], fields);
  expect(job).toMatchObject({ status: "completed", deliveries: { length: 25 } });
  for (const name of asides.slice(0, 2)) await anna.act(job, name, "bring-back");
  await anna.run(job);
  expect(await anna.read(job.id)).toMatchObject({ status: "failed", emailsToConfirm: 2 });
  await anna.post(`/api/jobs/${job.id}/confirm-emails`, { emails: 2, send: "separate" });
  await anna.run(job);
  expect(await anna.read(job.id)).toMatchObject({ status: "completed", deliveries: { length: 27 } });
  for (const name of asides.slice(2)) await anna.act(job, name, "bring-back");
  await anna.run(job);
  expect(await anna.read(job.id), "27 were confirmed, not 29").toMatchObject({ emailsToConfirm: 2 });
});

test("an archive that is uploaded again is known as sent to the same inbox before", async () => {
  const job = await anna.ran([["march.zip", container("a.txt=one", "inner.zip=container|b.txt=two")]], {
    sendEmail: "true",
  });
  const { db } = server.services;
  const rows = await db.select({ sha256: jobFiles.sha256 }).from(jobFiles).where(eq(jobFiles.jobId, job.id));
  const sha256 = rows.map((row) => row.sha256);
  const ask = async () =>
    (await anna.post("/api/jobs/duplicates", { customerId: anna.customerId, sha256 }))
      .json()
      .map(({ originalName }: { originalName: string }) => originalName);
  expect(await ask(), "kept in the outbox only").toEqual([]);
  await db.update(deliveries).set({ state: "sent", sentAt: new Date() }).where(eq(deliveries.jobId, job.id));
  expect((await ask()).toSorted()).toEqual(["a.txt", "b.txt", "inner.zip", "march.zip"]);
});
