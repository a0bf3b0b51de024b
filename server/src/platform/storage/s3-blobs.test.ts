import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { BlobDamaged, BlobMissing, type BlobStore, StoreUnavailable } from "./blob-store.ts";
import { openS3Blobs } from "./s3-blobs.ts";

interface Reply {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}
type Answering = (request: IncomingMessage, body: string) => Reply;

/** A server whose answers each test decides. */
let answering: Answering;
const asked: { method: string; path: string; body: string }[] = [];
const server = createServer(async (request, response) => {
  const body = await text(request);
  asked.push({ method: request.method ?? "", path: request.url ?? "", body });
  const { status, body: sent = "", headers } = answering(request, body);
  response.writeHead(status, { "content-type": "application/xml", ...headers }).end(sent);
});
let store: BlobStore;
const credentials = { accessKeyId: "id", secretAccessKey: "secret" };
beforeAll(async () => {
  // One attempt for each call, so that no test waits.
  vi.stubEnv("AWS_MAX_ATTEMPTS", "1");
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const publicEndpoint = "https://files.example";
  store = openS3Blobs({ bucket: "papers", endpoint, publicEndpoint, region: "eu-west-2", credentials });
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await store.close();
  server.closeAllConnections();
  server.close();
});

const refusal = (status: number, code: string): Answering => {
  return () => ({ status, body: `<Error><Code>${code}</Code><Message>no</Message></Error>` });
};

test.each([
  [404, "NoSuchKey", BlobMissing],
  [404, "NotFound", BlobMissing],
  [401, "Unauthorized", StoreUnavailable],
  [403, "AccessDenied", StoreUnavailable],
  [429, "SlowDown", StoreUnavailable],
  [500, "InternalError", StoreUnavailable],
  [503, "ServiceUnavailable", StoreUnavailable],
])("opening a file that the store answers with %d %s fails by a distinct error", async (status, code, kind) => {
  answering = refusal(status, code);
  await expect(store.open("a")).rejects.toBeInstanceOf(kind);
});

test.each([
  [400, "InvalidRequest"],
  [404, "NoSuchBucket"],
  [499, "Odd"],
  [501, "NotImplemented"],
])("opening a file that the store answers with %d %s fails by that error", async (status, code) => {
  answering = refusal(status, code);
  await expect(store.open("a")).rejects.toMatchObject({ name: code });
});

test.each([
  [403, "the key may not, or is not known there"],
  [404, "there is none of that name"],
  [301, "301"],
])("the check of a bucket with status %d says why", async (status, why) => {
  answering = () => ({ status });
  const words = await store.check().catch(({ message, cause }) => `${message} ${cause}`);
  expect(words).toContain("The bucket papers cannot be used: ");
  expect(words).toMatch(why === "301" ? /used: \w+ undefined$/ : `used: ${why} undefined`);
});

test("the check of a store that cannot be reached says so", async () => {
  const away = openS3Blobs({
    bucket: "b",
    endpoint: "http://127.0.0.1:1",
    publicEndpoint: undefined,
    region: "x",
    credentials,
  });
  await expect(away.check()).rejects.toThrow("The bucket b cannot be used: it cannot be reached");
  await away.close();
});

const deleted = (body: string) => body.match(/<Key>/g)?.length ?? 0;
const empty: Answering = () => ({ status: 200, body: "<DeleteResult/>" });

test.each([
  [0, []],
  [1, [1]],
  [1_000, [1_000]],
  [1_001, [1_000, 1]],
])("%d files are deleted in calls of %j", async (count, calls) => {
  answering = empty;
  await store.delete(Array.from({ length: count }, (_, n) => `k${n}`));
  expect(asked.map(({ body }) => deleted(body))).toEqual(calls);
});

test("a key that is named twice is deleted once, and a missing file is no error", async () => {
  answering = () => ({
    status: 200,
    body: "<DeleteResult><Error><Key>a</Key><Code>NoSuchKey</Code></Error></DeleteResult>",
  });
  await store.delete(["a", "a"]);
  expect(asked.map(({ body }) => deleted(body))).toEqual([1]);
});

test("a file that is not deleted is an error", async () => {
  const errors = ["NoSuchKey", "AccessDenied"].map((code) => `<Error><Key>a</Key><Code>${code}</Code></Error>`);
  answering = () => ({ status: 200, body: `<DeleteResult>${errors.join("")}</DeleteResult>` });
  await expect(store.delete(["a"])).rejects.toThrow("The file store did not delete a file: AccessDenied");
});

/** A store that keeps this many bytes of every file. */
const keeping =
  (bytes: number): Answering =>
  ({ method }) => {
    if (method === "HEAD") return { status: 200, headers: { "content-length": String(bytes) } };
    return method === "PUT" ? { status: 200, headers: { etag: '"e"' } } : { status: 200, body: "<DeleteResult/>" };
  };

test("a file of another size than was sent is deleted again, and storing it fails", async () => {
  answering = keeping(4);
  await expect(store.put("a", Readable.from(["whole"]))).rejects.toBeInstanceOf(BlobDamaged);
  expect(asked.map(({ method }) => method)).toEqual(["PUT", "HEAD", "POST"]);
  asked.length = 0;
  answering = keeping(5);
  expect(await store.put("a", Readable.from(["whole"]))).toMatchObject({ sizeBytes: 5 });
  expect(asked.map(({ method }) => method)).toEqual(["PUT", "HEAD"]);
});

test("storing a file in an unavailable store fails by its error", async () => {
  answering = refusal(503, "ServiceUnavailable");
  const body = Readable.from(["whole"]);
  await expect(store.put("a", body)).rejects.toBeInstanceOf(StoreUnavailable);
  expect(body.destroyed).toBe(true);
});

test("files without a time or a key are left out of a list, and a missing size is 0", async () => {
  const at = "2026-11-20T12:00:00.000Z";
  const contents = [
    `<Key>a</Key><Size>7</Size><LastModified>${at}</LastModified>`,
    `<Key>b</Key><LastModified>${at}</LastModified>`,
    "<Key>c</Key><Size>7</Size>",
    `<Size>7</Size><LastModified>${at}</LastModified>`,
  ];
  answering = () => ({
    status: 200,
    body: `<ListBucketResult>${contents.map((one) => `<Contents>${one}</Contents>`).join("")}</ListBucketResult>`,
  });
  const listed = [];
  for await (const blob of store.list("")) listed.push(blob);
  expect(listed).toEqual([
    { key: "a", sizeBytes: 7, modifiedAt: new Date(at) },
    { key: "b", sizeBytes: 0, modifiedAt: new Date(at) },
  ]);
});

test("an empty bucket has neither files nor folders", async () => {
  answering = () => ({ status: 200, body: "<ListBucketResult/>" });
  const found = [];
  for await (const blob of store.list("")) found.push(blob);
  for await (const folder of store.folders("practices/")) found.push(folder);
  expect(found).toEqual([]);
});

const now = new Date("2026-11-20T12:00:00Z");

test("only uploads that began more than 48 hours ago are ended", async () => {
  const upload = (key: string, agoMs: number | undefined) => {
    const began = agoMs === undefined ? "" : new Date(now.getTime() - agoMs).toISOString();
    return `<Upload><Key>${key}</Key><UploadId>u</UploadId>${began && `<Initiated>${began}</Initiated>`}</Upload>`;
  };
  const uploads = [
    upload("new", 0),
    upload("edge", 172_800_000),
    upload("old", 172_801_000),
    upload("undated", undefined),
  ];
  answering = ({ method }) =>
    method === "DELETE"
      ? { status: 204 }
      : { status: 200, body: `<ListMultipartUploadsResult>${uploads.join("")}</ListMultipartUploadsResult>` };
  expect(await store.sweep(now)).toBe(2);
  const ended = asked.filter(({ method }) => method === "DELETE").map(({ path }) => path.split("?")[0]);
  expect(ended).toEqual(["/papers/old", "/papers/undated"]);
});

test("a server that cannot list uploads has none to end, any other refusal is an error", async () => {
  answering = refusal(501, "NotImplemented");
  expect(await store.sweep(now)).toBe(0);
  answering = refusal(400, "InvalidRequest");
  await expect(store.sweep(now)).rejects.toMatchObject({ name: "InvalidRequest" });
});

test("a link is valid for a minute, at the public address, and its answer is not kept", async () => {
  const link = new URL((await store.link("a/b", { disposition: "inline", type: "application/pdf" })) ?? "");
  expect([link.origin, link.pathname]).toEqual(["https://files.example", "/papers/a/b"]);
  const { searchParams } = link;
  expect(searchParams.get("X-Amz-Expires")).toBe("60");
  expect(searchParams.get("response-cache-control")).toBe("no-store");
});

test("free space is never missing", async () => {
  await expect(store.requireFreeSpace(1)).resolves.toBeUndefined();
});
