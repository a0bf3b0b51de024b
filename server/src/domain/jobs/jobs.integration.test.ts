import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../../../testing/client.ts";
import { fakeEngine } from "../../../testing/jobs/fake-engine.ts";
import { openPractice, type Practice } from "../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";
import { newId } from "../../platform/ids.ts";
import { deliveries } from "../delivery/table.ts";
import { jobFiles, jobs, outputs } from "./table.ts";

let server: TestServer;
/** The conversion of a file of this name waits until `release` is resolved. */
const held = "held.txt";
let release = Promise.withResolvers<void>();

beforeAll(async () => {
  const converting = (name: string) => (name === held ? release.promise : Promise.resolve());
  server = await startTestServer({ worker: fakeEngine({ converting }) });
});
afterAll(() => server.close());

const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format(new Date());

test("[S7.16] a job becomes one PDF in the user's order, ready to download under the customer's name", async () => {
  const anna = await openPractice(server);
  const uploaded = await anna.job([
    ["b.docx", "one"],
    ["a.jpg", "two"],
    ["c.pdf", "three"],
  ]);

  const job = await anna.ended(uploaded.id);

  expect(job).toMatchObject({
    status: "completed",
    light: { colour: "green", word: "Ready" },
    completedAt: expect.any(String),
    errorMessage: null,
    pdfPath: `/api/jobs/${job.id}/download`,
    outputs: [{ name: `Bright Bakery ${day}.pdf`, pages: 3 }],
    deliveries: [],
  });
  expect(job.files.map((file) => file.state)).toEqual(["converted", "converted", "converted"]);
  const download = await anna.get(job.pdfPath ?? "");
  expect(download.headers["content-type"]).toBe("application/pdf");
  expect(download.headers["content-disposition"]).toContain(`attachment; filename="Bright Bakery ${day}.pdf"`);
  expect(download.body).toBe(`Bright Bakery ${day}: b.docx[one] a.jpg[two] c.pdf[three]`);
  const preview = await anna.get(`${job.pdfPath}?inline=1`);
  expect(preview.headers["content-disposition"]).toMatch(/^inline;/);
  expect((await anna.get(job.outputs[0]?.previewPath ?? "")).body).toBe(download.body);
});

test("the version of a job rises with every change of the job, its files, its PDFs and its emails", async () => {
  const anna = await openPractice(server);
  const uploaded = await anna.job([["a.pdf", "one"]], { sendEmail: "true" });
  expect((await anna.ended(uploaded.id)).version).toBeGreaterThan(uploaded.version);
  // Thumbnails come after the end of a job, and change it as well.
  await expect.poll(async () => (await anna.read(uploaded.id)).outputs[0]?.thumbnails).toBe(1);
  let { version } = await anna.read(uploaded.id);

  const { db } = server.services;
  const changes = [
    () => db.update(jobs).set({ customerName: "Bright Bakery Ltd" }).where(eq(jobs.id, uploaded.id)),
    () => db.update(jobFiles).set({ pages: 2 }).where(eq(jobFiles.jobId, uploaded.id)),
    () => db.update(outputs).set({ thumbnails: 2 }).where(eq(outputs.jobId, uploaded.id)),
    () => db.update(deliveries).set({ state: "delivered" }).where(eq(deliveries.jobId, uploaded.id)),
  ];
  for (const change of changes) {
    await change();
    const changed = await anna.read(uploaded.id);
    expect(changed.version).toBeGreaterThan(version);
    version = changed.version;
  }
  const [listed] = (await anna.get("/api/jobs")).json();
  expect(listed.version).toBe(version);
});

test("[D5] separate PDFs are downloaded as a ZIP, named after their files", async () => {
  const anna = await openPractice(server);
  const uploaded = await anna.job(
    [
      ["Rechnung Müller.docx", "one"],
      ["scan.jpg", "two"],
      ["scan.pdf", "three"],
    ],
    {
      separatePdfs: "true",
    },
  );

  const job = await anna.ended(uploaded.id);

  expect(job.outputs.map((output) => output.name)).toEqual(["Rechnung Müller.pdf", "scan.pdf", "scan (2).pdf"]);
  const download = await anna.get(job.pdfPath ?? "");
  expect(download.headers["content-type"]).toBe("application/zip");
  expect(download.headers["content-disposition"]).toContain(`Bright%20Bakery%20${day}.zip`);
  expect(await unzip(download.bytes)).toMatchObject({
    "Rechnung Müller.pdf": expect.stringContaining("[one]"),
    "scan.pdf": expect.stringContaining("[two]"),
    "scan (2).pdf": expect.stringContaining("[three]"),
  });
});

describe("downloading several jobs as one ZIP", () => {
  const download = (anna: Practice, ids: string[]) => anna.get(`/api/jobs/download?ids=${ids.join(",")}`);

  test("contains a job's only PDF at the top level, several PDFs in a folder, and a list of jobs without a PDF", async () => {
    const anna = await openPractice(server);
    const one = (content: string) => anna.job([["a.docx", content]]);
    const jobs = [
      await one("one"),
      await one("two"),
      await anna.job(
        [
          ["a.txt", "x"],
          ["b.txt", "y"],
        ],
        { separatePdfs: "true" },
      ),
    ];
    const bad = await anna.job([["broken.txt", "bad"]]);
    for (const { id } of [...jobs, bad]) await anna.ended(id);

    const answer = await download(
      anna,
      [...jobs, bad].map(({ id }) => id),
    );

    expect(answer.statusCode, answer.body).toBe(200);
    expect(await unzip(answer.bytes)).toEqual({
      [`Bright Bakery ${day}.pdf`]: expect.stringContaining("[one]"),
      [`Bright Bakery ${day} (2).pdf`]: expect.stringContaining("[two]"),
      [`Bright Bakery ${day}/a.pdf`]: expect.stringContaining("[x]"),
      [`Bright Bakery ${day}/b.pdf`]: expect.stringContaining("[y]"),
      "Not included.txt": `Bright Bakery, ${day}: its PDF is not ready\r\n`,
    });
  });

  test("omits jobs of another practice, and is refused when no job is left", async () => {
    const anna = await openPractice(server);
    const stranger = await openPractice(server);
    const { id } = await anna.job([["a.docx", "one"]]);
    await anna.ended(id);

    expect((await download(stranger, [id])).json()).toMatchObject({ code: "job-not-ready" });
    expect((await download(anna, [id])).statusCode).toBe(200);
    const many = Array.from({ length: 101 }, () => id);
    expect((await download(anna, many)).statusCode).toBe(400);
  });
});

describe("emails", () => {
  test("[S1.6] one email with all PDFs is for the accounting inbox, a copy is for the customer, and both are kept in the outbox", async () => {
    const anna = await openPractice(server);
    const customer = { name: "Bright Bakery", email: "owner@bakery.example", outputEmail: "inbox@books.example" };
    await anna.put(`/api/customers/${anna.customerId}`, customer);
    const fields = { sendEmail: "true", separatePdfs: "true", copyToCustomer: "true" };

    const job = await anna.ended(
      (
        await anna.job(
          [
            ["a.txt", "a"],
            ["b.txt", "b"],
          ],
          fields,
        )
      ).id,
    );

    expect(job.light).toEqual({ colour: "yellow", word: "Kept in outbox" });
    expect(job.deliveries).toMatchObject([
      { recipient: "inbox@books.example", isCopy: false, subject: "Documents for Bright Bakery", state: "kept" },
      { recipient: "owner@bakery.example", isCopy: true, state: "kept" },
    ]);
  });

  test("[S1.7] separate emails have one PDF each, and no copy goes to the same address", async () => {
    const anna = await openPractice(server);
    const fields = {
      sendEmail: "true",
      separateEmails: "true",
      copyToCustomer: "true",
      emailSubject: "For {customer}",
    };
    const job = await anna.ended(
      (
        await anna.job(
          [
            ["a.txt", "a"],
            ["b.txt", "b"],
          ],
          fields,
        )
      ).id,
    );
    const to = { recipient: "bright@example.com", isCopy: false };
    expect(job.deliveries).toMatchObject([
      { ...to, subject: "For Bright Bakery – a.pdf" },
      { ...to, subject: "For Bright Bakery – b.pdf" },
    ]);
    expect(job.outputs).toHaveLength(2);
  });
});

test("[S4.8] a bad file is named, does not stop the others, and fails the same way on retry without using a document", async () => {
  const anna = await openPractice(server);
  const uploaded = await anna.job([
    ["good.txt", "good"],
    ["letter.docx", "bad"],
    ["crash.xls", "crash"],
  ]);

  const job = await anna.ended(uploaded.id);

  expect(job).toMatchObject({
    status: "failed",
    light: { colour: "red", word: "Needs you" },
    pdfPath: null,
    completedAt: null,
  });
  expect(job.files).toMatchObject([
    { state: "converted", pages: 1 },
    { state: "refused", reason: "damaged", message: "letter.docx is damaged and cannot be read." },
    { state: "failed", reason: null, message: expect.stringMatching(/^crash\.xls could not be converted/) },
  ]);
  expect(job.errorMessage).toContain("letter.docx is damaged");
  expect(job.errorMessage).toContain("crash.xls");
  expect((await anna.get(`/api/jobs/${job.id}/download`)).json()).toMatchObject({ code: "job-not-ready" });

  expect((await anna.post(`/api/jobs/${job.id}/retry`)).statusCode).toBe(200);
  expect(await anna.ended(job.id)).toMatchObject({ status: "failed", errorMessage: job.errorMessage });
  expect(await anna.documentsUsed()).toBe(3);
});

test("the light is red as soon as one file is refused, while another is still being converted", async () => {
  const anna = await openPractice(server);
  release = Promise.withResolvers();
  const uploaded = await anna.job([
    [held, "slow"],
    ["letter.docx", "bad"],
  ]);
  try {
    await expect
      .poll(() => anna.read(uploaded.id), { timeout: 10_000 })
      .toMatchObject({
        status: "processing",
        light: { colour: "red" },
        errorMessage: expect.stringContaining("letter.docx"),
      });
    expect((await anna.post(`/api/jobs/${uploaded.id}/retry`)).json()).toMatchObject({ code: "job-not-failed" });
  } finally {
    release.resolve();
  }
  expect((await anna.ended(uploaded.id)).files[0]?.state).toBe("converted");
});

test("an internal fault is retried, then reported with a plain message", { timeout: 60_000 }, async () => {
  const anna = await openPractice(server);
  const job = await anna.ended((await anna.job([["a.txt", "throw"]])).id);
  expect(job.errorMessage).toBe("a.txt could not be converted because of a fault on our side. Try again.");
});

describe("access to a failed job", () => {
  const people: Record<string, Practice> = {};
  let failed = "";
  beforeAll(async () => {
    people.owner = await openPractice(server);
    people.stranger = await openPractice(server);
    failed = (await people.owner.ended((await people.owner.job([["a.txt", "bad"]])).id)).id;
  });

  test("[S7.15] a member of another practice gets 404, and a visitor 401", async () => {
    const { stranger } = people;
    for (const path of ["", "/download", `/outputs/${newId()}`]) {
      expect((await stranger?.get(`/api/jobs/${failed}${path}`))?.json()).toMatchObject({ code: "job-not-found" });
      expect((await server.app.inject(`/api/jobs/${failed}${path}`)).statusCode).toBe(401);
    }
    expect((await stranger?.post(`/api/jobs/${failed}/retry`))?.statusCode).toBe(404);
    expect((await stranger?.get("/api/jobs"))?.json()).toEqual([]);
  });

  test("[S6.2] an expired practice can read and download, but cannot retry or upload", async () => {
    const { owner } = people;
    const done = await owner?.ended((await owner.job([["a.txt", "fine"]])).id);
    await owner?.expire();
    expect((await owner?.get("/api/jobs"))?.json()).toHaveLength(2);
    expect((await owner?.get(`/api/jobs/${done?.id}/download`))?.statusCode).toBe(200);
    expect((await owner?.post(`/api/jobs/${failed}/retry`))?.statusCode).toBe(402);
    expect((await owner?.send([["a.txt", "a"]]))?.statusCode).toBe(402);
  });
});

test("[D4] a deleted customer's job keeps the customer's name", async () => {
  const anna = await openPractice(server);
  const { id } = await anna.job([["a.txt", "a"]]);
  await anna.delete(`/api/customers/${anna.customerId}`);
  expect(await anna.ended(id)).toMatchObject({ status: "completed", customer: { id: null, name: "Bright Bakery" } });
});

test("a completed job cannot be retried, and deleted files cannot be downloaded", async () => {
  const anna = await openPractice(server);
  const job = await anna.ended((await anna.job([["a.txt", "a"]])).id);
  expect((await anna.post(`/api/jobs/${job.id}/retry`)).json()).toMatchObject({ code: "job-not-failed" });

  const { db } = server.services;
  await db.update(jobs).set({ filesDeletedAt: sql`now()` }).where(eq(jobs.id, job.id));
  await db.update(outputs).set({ blobKey: null }).where(eq(outputs.jobId, job.id));
  expect((await anna.get(`/api/jobs/${job.id}/download`)).json()).toMatchObject({ code: "files-deleted" });
  expect((await anna.get(`/api/jobs/${job.id}/outputs/${job.outputs[0]?.id}`)).statusCode).toBe(410);
  expect(await anna.read(job.id)).toMatchObject({
    status: "completed",
    pdfPath: null,
    outputs: [{ previewPath: null }],
  });
});

test("downloading a damaged PDF fails instead of looking complete", async () => {
  const anna = await openPractice(server);
  const small = await anna.ended((await anna.job([["a.txt", "a"]])).id);
  const large = await anna.ended((await anna.job([["a.txt", "x".repeat(500_000)]])).id);
  await server.services.db.update(outputs).set({ sha256: "0".repeat(64) });

  const answer = await anna.get(small.pdfPath ?? "");
  expect(answer.statusCode).toBe(500);
  expect(answer.headers["content-disposition"]).toBeUndefined();
  await expect(anna.get(large.pdfPath ?? ""), "it breaks off").rejects.toThrow();
});

test("[S2.39] the list is newest first, in pages, with totals in the headers", async () => {
  const anna = await openPractice(server);
  const ids: string[] = [];
  for (const name of ["1", "2", "3", "4", "5"]) ids.unshift((await anna.job([[`${name}.txt`, name]])).id);
  const idsOf = (answer: Answer): string[] => answer.json().map((job: { id: string }) => job.id);

  expect(idsOf(await anna.get("/api/jobs"))).toEqual(ids);
  expect(idsOf(await anna.get("/api/jobs/recent"))).toEqual(ids.slice(0, 3));
  const first = await anna.get("/api/jobs?limit=2");
  expect(first.headers["x-total-count"]).toBe("5");
  const seen: string[] = [];
  for (let next: string | undefined = "/api/jobs?limit=2"; next; ) {
    const page = await anna.get(next);
    seen.push(...idsOf(page));
    next = String(page.headers.link ?? "").match(/^<(.+)>; rel="next"$/)?.[1];
  }
  expect(seen).toEqual(ids);
  expect((await anna.get("/api/jobs?limit=501")).statusCode).toBe(400);
});

async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const { fromBufferPromise } = await import("yauzl");
  const zip = await fromBufferPromise(bytes);
  const entries: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = await (await zip.openReadStreamPromise(entry)).toArray();
    entries[entry.fileName] = Buffer.concat(chunks).toString();
  }
  return entries;
}
