import { Readable } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { scriptedDb } from "../../../testing/scripted-db.ts";
import { answerError } from "../../platform/http/errors.ts";
import { BlobMissing } from "../../platform/storage/blob-store.ts";
import { jobViewRoutes } from "./routes.ts";

const signedIn = vi.hoisted(() => ({ practiceId: "p1", userId: "u1", username: "ada" }));
vi.mock("../access/member.ts", () => ({ requireMember: () => signedIn, membersOnly: async () => {} }));

const [id, otherId, outputId] = [1, 2, 3].map((digit) => `00000000-0000-7000-8000-00000000000${digit}`);
// SHA-256 of "pdf"
const sha256 = "c35b21d6ca39aa7cc3b79a705d989f1a6e88b99ab43988d74048799e3db926a3";
const at = new Date("2026-11-20T12:00:00Z");
const job = { id, status: "completed", filesDeletedAt: null, completedAt: at, createdAt: at, customerName: "Oak" };
const output = {
  practiceId: "p1",
  jobId: id,
  id: outputId,
  name: "a.pdf",
  purpose: "result",
  blobKey: "pdf",
  sizeBytes: 3,
  sha256,
  thumbnails: 2,
  searchableKey: null,
  searchableBytes: null,
  searchableSha256: null,
};
const withText = { searchableKey: "text", searchableBytes: 4, searchableSha256: "t" };

let app: FastifyInstance;
let jobs: object[];
let outputs: object[];
let missing: string[];
let fault: Error | undefined;
let linked: string | undefined;
let asked: [string, object][];
let database: ReturnType<typeof scriptedDb>;
beforeEach(async () => {
  [jobs, outputs, missing, fault, linked, asked] = [[job], [output], [], undefined, undefined, []];
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  database = scriptedDb({ "select jobs": [jobs], "select outputs": [outputs], execute: [[{ now: at }]] });
  await app.register(jobViewRoutes, {
    config: { timeZone: "UTC" } as never,
    db: database.db,
    storage: {
      async open(key: string) {
        if (fault) throw fault;
        if (missing.includes(key)) throw new BlobMissing(key);
        return Readable.from([Buffer.from("pdf")]);
      },
      async link(key: string, as: object) {
        asked.push([key, as]);
        return linked && `${linked}/${key}`;
      },
    } as never,
  });
});
afterEach(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) => app.inject({ url: `/${path}`, headers });
const recorded = () => database.given("insert audit_log");

test("a download that the store sends itself is redirected there, and recorded", async () => {
  linked = "https://store.example";
  const answer = await get(`${id}/download`);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, "https://store.example/pdf"]);
  const disposition = expect.stringMatching(/^attachment; filename="?a\.pdf/);
  expect(asked).toEqual([["pdf", { disposition, type: "application/pdf" }]]);
  expect(recorded()).toMatchObject([{ action: "job.downloaded", subjectId: id, userId: "u1" }]);
});

test.each([
  [[], ["text"]],
  [["text"], ["text", "pdf"]],
])("while %j is missing, links are made of %j", async (gone, keys) => {
  linked = "https://store.example";
  missing = gone;
  outputs[0] = { ...output, ...withText };
  const answer = await get(`${id}/download`);
  expect(answer.headers.location).toBe(`https://store.example/${keys.at(-1)}`);
  expect(asked.map(([key]) => key)).toEqual(keys);
});

test("an error of the store other than a missing file is passed on", async () => {
  linked = "https://store.example";
  fault = new Error("away");
  outputs[0] = { ...output, ...withText };
  expect((await get(`${id}/download`)).statusCode).toBe(500);
});

test("a download that the store cannot send comes from the API", async () => {
  const answer = await get(`${id}/download`);
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/pdf"]);
  expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="?a\.pdf/);
  expect(answer.headers["content-length"]).toBe("3");
  expect(recorded()).toHaveLength(1);
});

test("several PDFs of a job are never a link, and a deleted one is refused", async () => {
  linked = "https://store.example";
  outputs.push({ ...output, id: otherId, name: "b.pdf" });
  const answer = await get(`${id}/download`);
  expect(answer.headers["content-type"]).toBe("application/zip");
  expect(answer.headers["content-length"]).toBeUndefined();
  outputs.splice(0, 2, { ...output, blobKey: null });
  expect((await get(`${id}/download`)).json()).toMatchObject({ code: "files-deleted" });
});

test("a PDF that is looked at is shown in the browser, and not recorded", async () => {
  linked = "https://store.example";
  for (const path of [`${id}/download?inline=1`, `${id}/outputs/${outputId}`]) {
    const answer = await get(path);
    expect([answer.statusCode, answer.body]).toEqual([200, "pdf"]);
    expect(answer.headers["content-disposition"]).toMatch(/^inline; filename="?a\.pdf/);
  }
  expect(recorded()).toEqual([]);
});

test("a PDF that the job does not have is not found", async () => {
  expect((await get(`${id}/outputs/${otherId}`)).json()).toMatchObject({ code: "job-not-found" });
  jobs.pop();
  expect((await get(`${id}/outputs/${outputId}`)).json()).toMatchObject({ code: "job-not-found" });
});

test("a thumbnail is sent with a mark that browsers ask again with", async () => {
  const path = `${id}/outputs/${outputId}/pages/2.webp`;
  const answer = await get(path);
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/webp"]);
  expect(answer.headers).toMatchObject({ etag: `"${outputId}-2"`, "cache-control": "private, no-cache" });
  const known = { "if-none-match": `"${outputId}-2"` };
  expect((await get(path, known)).statusCode).toBe(304);
  expect((await get(path, { "if-none-match": `"${outputId}-1"` })).statusCode).toBe(200);
  outputs[0] = { ...output, blobKey: null };
  expect((await get(path, known)).statusCode).toBe(404);
});

test.each([
  [0, 404],
  [1, 200],
  [2, 200],
  [3, 404],
])("the thumbnail of page %s of two answers %s", async (page, status) => {
  expect((await get(`${id}/outputs/${outputId}/pages/${page}.webp`)).statusCode).toBe(status);
});

test("a thumbnail that is gone is not found, and other errors are passed on", async () => {
  const path = `${id}/outputs/${outputId}/pages/1.webp`;
  missing = [`practices/p1/jobs/${id}/thumbnails/${outputId}/1.webp`];
  expect((await get(path)).statusCode).toBe(404);
  fault = new Error("away");
  expect((await get(path)).statusCode).toBe(500);
});

test("several jobs are downloaded together, and each that is ready is recorded", async () => {
  jobs.push({ ...job, id: otherId, status: "failed" });
  const answer = await get(`download?ids=${id},${otherId}`);
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/zip"]);
  expect(answer.headers["content-disposition"]).toContain("Documents 2026-11-20.zip");
  expect(recorded()).toMatchObject([{ action: "job.downloaded", subjectId: id }]);
});
