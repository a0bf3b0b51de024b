import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { MB } from "@sheaf/contracts/limits.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type NewFile, openPractice, type Practice } from "../../../../../testing/jobs/practice.ts";
import { join } from "../../../../../testing/members.ts";
import { startTestServer, type TestServer } from "../../../../../testing/server.ts";
import { newId } from "../../../../platform/ids.ts";
import { periods } from "../../../billing/table.ts";
import { customers } from "../../../customers/table.ts";
import { originalKey } from "../../../jobs/blob-keys.ts";
import { jobs } from "../../../jobs/table.ts";
import { uploadKeys } from "../../table.ts";
import { sweepUploads } from "./sweep.task.ts";

let server: TestServer;
let port: number;

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

test("[S3.8] an upload creates a job with its files in the order they were sent", async () => {
  const anna = await openPractice(server);
  const files: NewFile[] = [
    ["Rechnung Müller.docx", "one"],
    ["../../photo 1.JPG", "two"],
    ["sheet.xlsx", "three"],
  ];

  const job = await anna.job(files, { emailSubject: "November", sendEmail: "true" });

  expect(job).toMatchObject({
    status: "pending",
    light: { colour: "yellow", word: "Pending" },
    customer: { id: anna.customerId, name: "Bright Bakery" },
    emailSubject: "November",
    sendEmail: true,
    uploadedBy: "Anna Okafor",
    pdfPath: null,
  });
  expect(job.files).toMatchObject([
    { originalName: "Rechnung Müller.docx", type: "docx", sizeBytes: 3, state: "waiting" },
    { originalName: "photo 1.JPG", type: "jpg" },
    { originalName: "sheet.xlsx", type: "xlsx" },
  ]);
  expect(await anna.documentsUsed()).toBe(3);
  expect(await anna.blobs()).toHaveLength(3);
});

test("[S7.11] a field with the value “false” is read as false, before or after the files", async () => {
  const anna = await openPractice(server);
  const form = new FormData();
  form.append("separateEmails", "false");
  form.append("files", new Blob(["a"]), "a.txt");
  form.append("customerId", anna.customerId);
  form.append("sendEmail", "false");

  const job = (await anna.upload("/api/jobs", form)).json();

  expect(job).toMatchObject({ sendEmail: false, separateEmails: false, separatePdfs: false, emailSubject: null });
});

const big = (sizeBytes: number) => new Uint8Array(sizeBytes);
const many = (count: number): NewFile[] => Array.from({ length: count }, (_, index) => [`${index + 1}.txt`, "x"]);
type Refused = [
  what: string,
  files: NewFile[],
  fields: Record<string, string | undefined>,
  status: number,
  says: RegExp,
];
const refused: Refused[] = [
  ["a file over the plan's limit", [["scan.pdf", big(10 * MB + 1)]], {}, 413, /scan\.pdf.*10 MB.*Solo/],
  ["a 26th file", many(26), {}, 413, /26\.txt.*25/],
  [
    "a file of an unsupported type",
    [
      ["a.txt", "a"],
      ["drawing.dwg", "x"],
    ],
    {},
    415,
    /drawing\.dwg/,
  ],
  ["a file whose name is only an extension", [[".pdf", "x"]], {}, 400, /\.pdf/],
  ["no customer", [["a.txt", "a"]], { customerId: undefined }, 400, /^Please select a customer for this upload\.$/],
  ["no files", [], {}, 400, /^Please select at least one file to upload\.$/],
  ["an empty file field", [["", ""]], {}, 400, /^Please select at least one file to upload\.$/],
  ["an unknown customer", [["a.txt", "a"]], { customerId: newId() }, 404, /customer/],
  ["a malformed customer id", [["a.txt", "a"]], { customerId: "7" }, 404, /customer/],
  [
    "a boolean other than true or false",
    [["a.txt", "a"]],
    { sendEmail: "yes" },
    400,
    /^Write “true” or “false” for sendEmail\.$/,
  ],
  ["a subject over 200 characters", [["a.txt", "a"]], { emailSubject: "x".repeat(201) }, 400, /subject/],
];
test.each(refused)(
  "[S5.6] an upload with %s is refused and stores nothing",
  async (_what, files, fields, status, says) => {
    const anna = await openPractice(server);

    const answer = await anna.send(files, fields, { "idempotency-key": "once" });

    expect(answer.statusCode, answer.body).toBe(status);
    expect(answer.json().message).toMatch(says);
    await expectNothingOf(anna);
  },
);

test("an upload for an archived customer or for another practice's customer is refused", async () => {
  const anna = await openPractice(server);
  const stranger = await openPractice(server);
  expect((await anna.send([["a.txt", "a"]], { customerId: stranger.customerId })).statusCode).toBe(404);

  await server.services.db.update(customers).set({ archivedAt: new Date() }).where(eq(customers.id, anna.customerId));
  const answer = await anna.send([["a.txt", "a"]]);
  expect(answer.json().message).toMatch(/Bright Bakery is archived/);
  await expectNothingOf(anna);
});

test("an upload without a session returns 401", async () => {
  const answer = await server.app.inject({ method: "POST", url: "/api/jobs", payload: {} });
  expect(answer.statusCode).toBe(401);
});

test("an upload is refused before its body is read when the practice's subscription has expired", async () => {
  const anna = await openPractice(server);
  await anna.expire();
  const upload = beginUpload(anna, {});
  upload.write(anna, "a.txt", "half of");
  expect(await upload.answer).toMatchObject({ status: 402, code: "subscription-expired" });
  upload.abort();
});

test("[D1] of 200 simultaneous uploads for the last document of the quota exactly one succeeds", {
  timeout: 180_000,
}, async () => {
  const anna = await openPractice(server);
  const ofAnna = eq(periods.practiceId, anna.practiceId);
  await server.services.db.update(periods).set({ documentsUsed: 149 }).where(ofAnna);

  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const body = anna.form([[`${index}.txt`, `upload ${index}`]]);
      const headers = { cookie: anna.cookies() };
      const answer = await fetch(`http://127.0.0.1:${port}/api/jobs`, { method: "POST", body, headers });
      return { status: answer.status, code: JSON.parse(await answer.text()).code };
    }),
  );

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ code }) => code === "quota-reached")).toHaveLength(199);
  expect(await anna.documentsUsed()).toBe(150);
  expect(await anna.blobs()).toHaveLength(1);
});

test("an interrupted upload stores nothing and releases its Idempotency-Key", async () => {
  const anna = await openPractice(server);
  const upload = beginUpload(anna, { "idempotency-key": "k" });
  upload.write(anna, "a.txt", "x".repeat(200_000));
  await vi.waitFor(async () => expect(await holdsOf(anna)).toHaveLength(1), 30_000);

  const again = anna.send([["a.txt", "whole"]], {}, { "idempotency-key": "k" });
  upload.abort();

  expect((await again).statusCode).toBe(201);
  expect(await anna.blobs()).toHaveLength(1);
  expect(await anna.documentsUsed()).toBe(1);
});

test("an upload that is cancelled after its last byte, while its transaction waits for a lock, creates no job", async () => {
  const anna = await openPractice(server);
  const { db } = server.services;
  const ofAnna = eq(periods.practiceId, anna.practiceId);
  const gone = Promise.withResolvers<void>();
  server.app.server.once("request", ({ socket }) => socket.once("close", () => gone.resolve()));
  const upload = beginUpload(anna, { "idempotency-key": "k" });
  await db.transaction(async (tx) => {
    await tx.select().from(periods).where(ofAnna).for("update");
    upload.write(anna, "a.txt", "a");
    upload.finish();
    const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%periods%'`;
    await vi.waitFor(async () => expect((await db.execute(waiting)).rowCount).toBeGreaterThan(0), 30_000);
    upload.abort();
    await gone.promise;
  });

  await vi.waitFor(() => expectNothingOf(anna), 30_000);
});

test("files of a refused upload are deleted a moment later when the first attempt fails, and the key is released", async () => {
  const anna = await openPractice(server);
  const gone = vi.spyOn(server.services.storage, "delete").mockRejectedValueOnce(new Error("away"));
  const unknownCustomer = { customerId: newId() };
  expect((await anna.send([["a.txt", "a"]], unknownCustomer, { "idempotency-key": "k" })).statusCode).toBe(404);
  expect(await anna.blobs()).toHaveLength(1);

  await vi.waitFor(() => expectNothingOf(anna), 30_000);
  expect(gone).toHaveBeenCalledTimes(2);
});

test("an upload in progress creates no job when its member is removed meanwhile", async () => {
  const anna = await openPractice(server, "growth");
  const ben = await join(server, anna, "ben");
  const upload = beginUpload(ben, {});
  upload.write(anna, "a.txt", "half of");
  await vi.waitFor(async () => expect(await holdsOf(anna)).toHaveLength(1), 30_000);

  await anna.delete(`/api/members/${ben.userId}`);
  upload.finish();

  expect(await upload.answer).toMatchObject({ status: 401, code: "not-signed-in" });
  await expectNothingOf(anna);
});

test("[D3] the same upload sent several times at once creates one job, and every response contains it", async () => {
  const anna = await openPractice(server);
  const key = { "idempotency-key": "8f3c" };
  const files: NewFile[] = [["a.txt", "same"]];

  const answers = await Promise.all([anna.send(files, {}, key), anna.send(files, {}, key), anna.send(files, {}, key)]);

  expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
  expect((await anna.get("/api/jobs")).json()).toHaveLength(1);
  expect(await anna.documentsUsed()).toBe(1);
  expect(await anna.blobs()).toHaveLength(1);
});

test("an Idempotency-Key identifies one upload of one practice for a day", async () => {
  const anna = await openPractice(server);
  const stranger = await openPractice(server);
  const key = { "idempotency-key": "k" };
  const first = (await anna.send([["a.txt", "one"]], {}, key)).json();

  for (const [name, content] of [
    ["a.txt", "two"],
    ["b.txt", "one"],
  ] as NewFile[]) {
    expect((await anna.send([[name, content]], {}, key)).json()).toMatchObject({ code: "key-reused" });
  }
  expect((await anna.send([["a.txt", "one"]], { sendEmail: "true" }, key)).statusCode).toBe(422);
  expect((await stranger.send([["a.txt", "one"]], {}, key)).json().id).not.toBe(first.id);

  const yesterday = new Date(Date.now() - 25 * 3600_000);
  await server.services.db.update(uploadKeys).set({ createdAt: yesterday });
  expect((await anna.send([["a.txt", "two"]], {}, key)).statusCode).toBe(201);
  expect(await anna.documentsUsed()).toBe(2);
});

test("a key held by a dead process is released, and the files that the process had stored are deleted", async () => {
  const anna = await openPractice(server);
  const { db, storage } = server.services;
  const { practiceId } = anna;
  const deadJob = newId();
  const { Readable } = await import("node:stream");
  await storage.put(originalKey(practiceId, deadJob, newId()), Readable.from(["half"]));
  const longAgo = new Date(Date.now() - 2 * 3600_000);
  await db.insert(uploadKeys).values({ practiceId, key: "key:k", jobId: deadJob, heldUntil: longAgo });

  expect((await anna.send([["a.txt", "a"]], {}, { "idempotency-key": "k" })).statusCode).toBe(201);
  expect(await anna.blobs()).toHaveLength(2);

  await db.update(uploadKeys).set({ heldUntil: longAgo }).where(eq(uploadKeys.jobId, deadJob));
  const run = { signal: new AbortController().signal };
  await Promise.all([sweepUploads.run({}, server.services, run), sweepUploads.run({}, server.services, run)]);
  expect(await anna.blobs()).toHaveLength(1);
  expect(await holdsOf(anna)).toMatchObject([{ key: "key:k" }]);
});

test("a body that is not a valid multipart form is refused", async () => {
  const anna = await openPractice(server);
  expect((await anna.post("/api/jobs", { customerId: anna.customerId })).statusCode).toBe(400);
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  for (const payload of [
    "",
    "nothing of a form",
    '--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nabc',
  ]) {
    const answer = await server.app.inject({
      method: "POST",
      url: "/api/jobs",
      payload,
      headers: { ...headers, cookie: anna.cookies() },
    });
    expect(answer.statusCode, payload).toBe(400);
  }
  const longest = { "content-type": `multipart/form-data; boundary=${"x".repeat(300)}` };
  const answer = await server.app.inject({
    method: "POST",
    url: "/api/jobs",
    payload: "--x--",
    headers: { ...longest, cookie: anna.cookies() },
  });
  expect(answer.json()).toEqual({ code: "bad-request", message: "Send the upload as multipart/form-data." });
  await expectNothingOf(anna);
});

test("the OpenAPI description lists the fields of the form", async () => {
  const { paths } = (await server.app.inject("/api/docs/json")).json();
  const { schema } = paths["/api/jobs"].post.requestBody.content["multipart/form-data"];
  expect(Object.keys(schema.properties)).toEqual(
    expect.arrayContaining(["customerId", "sendEmail", "separateEmails", "emailSubject", "files"]),
  );
});

const holdsOf = (anna: Practice) =>
  server.services.db.select().from(uploadKeys).where(eq(uploadKeys.practiceId, anna.practiceId));

async function expectNothingOf(anna: Practice): Promise<void> {
  const { db } = server.services;
  expect(await db.select().from(jobs).where(eq(jobs.practiceId, anna.practiceId))).toEqual([]);
  expect(await holdsOf(anna)).toEqual([]);
  expect(await anna.blobs()).toEqual([]);
  expect(await anna.documentsUsed()).toBe(0);
}

/** Starts an upload over a real connection. The caller writes its parts, then finishes or aborts it. */
function beginUpload(who: Pick<Practice, "cookies">, headers: Record<string, string>) {
  const boundary = "----by-hand";
  const sent = request({
    port,
    host: "127.0.0.1",
    path: "/api/jobs",
    method: "POST",
    headers: {
      ...headers,
      cookie: who.cookies(),
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
  });
  const answer = new Promise<{ status: number | undefined; code?: string }>((resolve, reject) => {
    sent.once("error", reject);
    sent.once("response", async (response) => {
      const chunks: Buffer[] = await response.toArray();
      resolve({ status: response.statusCode, ...JSON.parse(Buffer.concat(chunks).toString()) });
    });
  });
  answer.catch(() => {});
  return {
    answer,
    write(practice: Practice, name: string, content: string) {
      const part = (disposition: string, body: string) =>
        `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${body}`;
      sent.write(part('name="customerId"', `${practice.customerId}\r\n`));
      sent.write(part(`name="files"; filename="${name}"`, content));
    },
    finish: () => sent.end(`\r\n--${boundary}--\r\n`),
    abort: () => sent.destroy(),
  };
}
