import { Readable } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../../testing/fake-db.ts";
import { answerError } from "../../../platform/http/errors.ts";
import { BlobMissing } from "../../../platform/storage/blob-store.ts";
import { pagePictureRoutes } from "./picture-routes.ts";

vi.mock("../../access/member.ts", () => ({ requireMember: () => ({ practiceId: "anna" }) }));
vi.mock("../../jobs/index.ts", () => ({
  pagePictureKey: (...parts: unknown[]) => `picture/${parts.join("/")}`,
  pageNotDrawnKey: (...parts: unknown[]) => `not-drawn/${parts.join("/")}`,
}));

const jobId = "00000000-0000-7000-8000-000000000001";
const fileId = "00000000-0000-7000-8000-000000000002";
const file = { pagesKey: "pages", pages: 2_000, sizeBytes: 1, sha256: "0123456789abcdef0123" };

let app: FastifyInstance;
let row: object | undefined;
let stored: Record<string, string>;
let fault: Error | undefined;
let queued: unknown[][];
let destroyed: number;
beforeEach(async () => {
  [row, stored, fault, queued, destroyed] = [file, {}, undefined, [], 0];
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  await app.register(pagePictureRoutes, {
    db: fakeDb(() => (row ? [row] : [])).db,
    queue: {
      add: async (_tx: unknown, { name }: { name: string }, ...given: unknown[]) => queued.push([name, ...given]),
    } as never,
    storage: {
      async open(key: string) {
        if (fault) throw fault;
        const text = stored[key];
        if (text === undefined) throw new BlobMissing();
        const body = Readable.from([text]);
        return body.on("close", () => {
          destroyed += 1;
        });
      },
    } as never,
  });
});
afterEach(() => app.close());

const get = (page: number | string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/${jobId}/files/${fileId}/pages/${page}.webp`, headers });

test("a stored picture is sent with a mark that browsers ask again with", async () => {
  stored[`picture/anna/${jobId}/pages/7`] = "a picture";
  const answer = await get(7);
  expect([answer.statusCode, answer.body]).toEqual([200, "a picture"]);
  expect(answer.headers).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "private, no-cache",
    etag: '"0123456789abcdef-7"',
  });
  const again = await get(7, { "if-none-match": '"0123456789abcdef-7"' });
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", '"0123456789abcdef-7"']);
  expect((await get(7, { "if-none-match": '"0123456789abcdef-8"' })).statusCode).toBe(200);
  expect(queued).toEqual([]);
});

test("a picture that is not drawn yet is queued, and the browser asks again a second later", async () => {
  const answer = await get(7);
  expect([answer.statusCode, answer.headers["retry-after"], answer.headers["cache-control"]]).toEqual([
    ...[202, "1", "no-store"],
  ]);
  const picture = { practiceId: "anna", jobId, fileId, page: 7 };
  expect(queued).toEqual([["readings.draw-page", picture, { group: "anna" }]]);
});

test("a page that cannot be drawn is not queued again", async () => {
  stored[`not-drawn/anna/${jobId}/pages/7`] = "not drawn";
  const answer = await get(7);
  expect([answer.statusCode, answer.json().code]).toEqual([404, "page-not-drawn"]);
  expect([queued, destroyed]).toEqual([[], 1]);
});

test("a file store that fails is not taken for a picture that is missing", async () => {
  fault = new Error("unreachable");
  expect((await get(7)).statusCode).toBe(500);
  expect(queued).toEqual([]);
});

test.each([
  ["no such file", undefined, 1, "job-not-found"],
  ["a file that is not converted", { ...file, pages: null }, 1, "job-not-found"],
  ["the page after the last", { ...file, pages: 2 }, 3, "job-not-found"],
  ["pages that were deleted", { ...file, pages: 2, pagesKey: null }, 2, "files-deleted"],
  ["pages without a size", { ...file, sizeBytes: null }, 2, "files-deleted"],
  ["pages without a hash", { ...file, sha256: null }, 2, "files-deleted"],
])("for %s there is no picture", async (_what, found, page, code) => {
  row = found;
  expect((await get(page)).json().code).toBe(code);
  expect(queued).toEqual([]);
});

test.each([
  [0, 404],
  [1, 202],
  [100_000, 202],
  [100_001, 404],
])("page %i: %i", async (page, status) => {
  row = { ...file, pages: 200_000 };
  expect((await get(page)).statusCode).toBe(status);
});

test("a picture that was just queued is not queued again", async () => {
  expect([(await get(1)).statusCode, (await get(1)).statusCode, (await get(2)).statusCode]).toEqual([202, 202, 202]);
  expect(queued).toHaveLength(2);
});
