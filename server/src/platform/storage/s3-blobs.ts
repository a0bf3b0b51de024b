import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type MultipartUpload,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { defined } from "@sheaf/contracts/defined.ts";
import { checkedKey } from "./blob-key.ts";
import { BlobDamaged, BlobMissing, type BlobStore, type StoredBlob, StoreUnavailable } from "./blob-store.ts";
import { HashingStream, requireUndamaged } from "./hashing.ts";
import type { S3Config } from "./s3-variables.ts";

/** Two parts are on their way at once, so an upload holds 16 MiB at most. */
const partBytes = 8 * 1_048_576;
/** Nothing is uploaded for nearly so long, even where a clock is wrong by a day. */
const abandonedAfterMs = 48 * 3600 * 1000;
/** S3's own number. */
const keysAtOnce = 1_000;
/** A connection on which nothing comes for so long is given up, and the call tried again. */
const silentMs = 30_000;
const linkSeconds = 60;

/** Blobs as objects of one bucket. S3 shows an object once all of it is there, so half a file is never seen. */
export function openS3Blobs(config: S3Config): BlobStore {
  const { bucket: Bucket } = config;
  const client = newClient(config, config.endpoint);
  const publicClient = config.publicEndpoint ? newClient(config, config.publicEndpoint) : undefined;

  async function put(key: string, body: Readable, signal?: AbortSignal): Promise<StoredBlob> {
    const Key = checkedKey(key);
    const counted = new HashingStream();
    const upload = new Upload({
      client,
      params: { Bucket, Key, Body: counted },
      partSize: partBytes,
      queueSize: 2,
      leavePartsOnError: false,
    });
    try {
      const options = signal ? { signal } : {};
      const [bytes, sent] = await Promise.allSettled([
        pipeline(body, counted, options).catch(async (error) => {
          await upload.abort();
          throw error;
        }),
        upload.done(),
      ]);
      // A store that takes nothing more breaks the stream, too.
      if (sent.status === "rejected" && sent.reason instanceof StoreUnavailable && !signal?.aborted) throw sent.reason;
      // What broke the stream says more than what the upload made of it.
      if (bytes.status === "rejected" && !isAborted(bytes.reason)) throw bytes.reason;
      if (signal?.aborted) throw signal.reason;
      if (sent.status === "rejected") throw sent.reason;
      if (bytes.status === "rejected") throw bytes.reason;
    } finally {
      body.destroy();
    }
    const stored = counted.facts();
    await confirm(Key, stored.sizeBytes);
    return stored;
  }

  /** Some servers have stored other bytes than were sent when they did not understand how they were sent. */
  async function confirm(Key: string, sizeBytes: number): Promise<void> {
    const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key }));
    if (ContentLength === sizeBytes) return;
    await remove([Key]);
    throw new BlobDamaged("The file store kept another number of bytes than it was given");
  }

  async function remove(keys: string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += keysAtOnce) {
      const Objects = keys.slice(at, at + keysAtOnce).map((Key) => ({ Key }));
      const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
      const [first] = Errors.filter(({ Code }) => Code !== "NoSuchKey");
      if (first) throw new Error(`The file store did not delete a file: ${first.Code}`);
    }
  }

  async function open(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: checkedKey(key), Range })).catch((error) => {
      throw missing(error);
    });
    if (Body instanceof Readable) return Body;
    throw new Error("The file store answered without a body");
  }

  return {
    kind: "s3",
    put: (key, body, options) => put(key, body, options?.signal),

    async putFile(key, path) {
      const stored = await put(key, createReadStream(path));
      await rm(path, { force: true });
      return stored;
    },

    open,

    async fetch(key, path, expected) {
      const counted = new HashingStream();
      await pipeline(await open(key), counted, createWriteStream(path, { mode: 0o600 }));
      await requireUndamaged(path, counted.facts(), expected);
    },

    delete: (keys) => remove([...new Set(keys.map(checkedKey))]),

    async *list(prefix) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key && LastModified) yield { key: Key, sizeBytes: Size ?? 0, modifiedAt: LastModified };
        }
      }
    },

    async *folders(prefix) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix, Delimiter: "/" })) {
        for (const { Prefix } of page.CommonPrefixes ?? []) if (Prefix) yield Prefix.slice(prefix.length, -1);
      }
    },

    async link(key, { disposition, type }) {
      if (!publicClient) return undefined;
      const command = new GetObjectCommand({
        Bucket,
        Key: checkedKey(key),
        ResponseContentDisposition: disposition,
        ResponseContentType: type,
        ResponseCacheControl: "no-store",
      });
      return getSignedUrl(publicClient, command, { expiresIn: linkSeconds });
    },

    async sweep(now) {
      const old = (upload: MultipartUpload) => now.getTime() - (upload.Initiated?.getTime() ?? 0) > abandonedAfterMs;
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket })).catch(unlessUnknown);
      const left = Uploads.filter(old);
      for (const { Key, UploadId } of left) {
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      }
      return left.length;
    },

    async requireFreeSpace() {
      // S3 does not say how much it has.
    },

    async check() {
      // Without the error as its cause: addresses and keys stay out of what anybody may read.
      await client.send(new HeadBucketCommand({ Bucket })).catch((error) => {
        const reason = error instanceof StoreUnavailable ? error.cause : error;
        throw new Error(`The bucket ${Bucket} cannot be used: ${whyNot(reason)}`);
      });
    },

    async close() {
      client.destroy();
      publicClient?.destroy();
    },
  };
}

function newClient({ region, credentials }: S3Config, endpoint: string | undefined): S3Client {
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...defined({ credentials }),
    requestHandler: { connectionTimeout: 5_000, requestTimeout: silentMs, throwOnRequestTimeout: true },
    // Servers other than Amazon's may store the trailing checksum as part of the file.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  // Around the client's own repetitions.
  client.middlewareStack.add((next) => (call) => next(call).catch(whenAway), { step: "initialize" });
  return client;
}

/** What S3 says of one object passes; no answer, a refusal of our key and its own trouble are the store's. */
function whenAway(error: unknown): never {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  const isOfTheStore = status === undefined || status >= 500 || status === 401 || status === 403 || status === 429;
  if (!isOfTheStore || isAborted(error) || isUnknownCall(error)) throw error;
  throw new StoreUnavailable("The file store cannot be used", { cause: error });
}

/** To a question without a body S3 answers with a number alone. */
function whyNot(error: unknown): string {
  if (!(error instanceof S3ServiceException)) return "it cannot be reached";
  const words: Record<number, string> = {
    404: "there is none of that name",
    403: "the key may not, or is not known there",
  };
  return words[error.$metadata.httpStatusCode ?? 0] ?? error.name;
}

/** A server without this call has its own rule for what broken uploads leave. */
function unlessUnknown(error: unknown): { Uploads?: MultipartUpload[] } {
  if (isUnknownCall(error)) return {};
  throw error;
}

const isUnknownCall = (error: unknown) => error instanceof S3ServiceException && error.name === "NotImplemented";

const isAborted = (error: unknown) => error instanceof Error && error.name === "AbortError";

function missing(error: unknown): unknown {
  const gone = error instanceof S3ServiceException && (error.name === "NoSuchKey" || error.name === "NotFound");
  return gone ? new BlobMissing("A stored file is gone", { cause: error }) : error;
}
