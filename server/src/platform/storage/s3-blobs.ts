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

/** Two parts are uploaded at the same time, so an upload needs at most 16 MiB of memory. */
const partBytes = 8 * 1_048_576;
/** Longer than any upload can take, even when a clock is wrong by a day. */
const abandonedAfterMs = 48 * 3600 * 1000;
/** S3's maximum number of keys per DeleteObjects call. */
const maxKeysPerCall = 1_000;
/** A connection without data for this time is closed, and the call is repeated. */
const silenceMs = 30_000;
const linkSeconds = 60;

/**
 * Opens a store that keeps blobs as objects of one bucket. S3 makes an object visible only when it is complete, so a
 * partial file is never visible.
 */
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
      // A store that stops accepting data also breaks the stream, so its error takes precedence.
      if (sent.status === "rejected" && sent.reason instanceof StoreUnavailable && !signal?.aborted) throw sent.reason;
      // The error of the stream is more informative than the resulting error of the upload.
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

  /**
   * Checks the stored size. Some servers have stored wrong content when they did not support the client's transfer
   * encoding.
   */
  async function confirm(Key: string, sizeBytes: number): Promise<void> {
    const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key }));
    if (ContentLength === sizeBytes) return;
    await remove([Key]);
    throw new BlobDamaged("The file store kept another number of bytes than it was given");
  }

  async function remove(keys: string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += maxKeysPerCall) {
      const Objects = keys.slice(at, at + maxKeysPerCall).map((Key) => ({ Key }));
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
    throw new Error("The file store returned no body");
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
      // S3 does not report its free space.
    },

    async check() {
      // The error is not set as the cause, so that addresses and keys do not appear in a public response.
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
    requestHandler: { connectionTimeout: 5_000, requestTimeout: silenceMs, throwOnRequestTimeout: true },
    // Servers of other vendors may store the trailing checksum as part of the file.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  // Added outside of the client's own retries.
  client.middlewareStack.add((next) => (call) => next(call).catch(rethrowAsUnavailable), { step: "initialize" });
  return client;
}

/**
 * Converts errors of the store as a whole (no response, refused credentials, server errors) into StoreUnavailable;
 * errors about one object are rethrown.
 */
function rethrowAsUnavailable(error: unknown): never {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  const isStoreFailure = status === undefined || status >= 500 || status === 401 || status === 403 || status === 429;
  if (!isStoreFailure || isAborted(error) || isUnknownCall(error)) throw error;
  throw new StoreUnavailable("The file store cannot be used", { cause: error });
}

/** Returns the reason for a failed HEAD request, whose response has no body but only a status. */
function whyNot(error: unknown): string {
  if (!(error instanceof S3ServiceException)) return "it cannot be reached";
  const words: Record<number, string> = {
    404: "there is none of that name",
    403: "the key may not, or is not known there",
  };
  return words[error.$metadata.httpStatusCode ?? 0] ?? error.name;
}

/**
 * Returns no uploads when the server does not support the call; such a server removes the remains of interrupted
 * uploads by its own rules.
 */
function unlessUnknown(error: unknown): { Uploads?: MultipartUpload[] } {
  if (isUnknownCall(error)) return {};
  throw error;
}

const isUnknownCall = (error: unknown) => error instanceof S3ServiceException && error.name === "NotImplemented";

const isAborted = (error: unknown) => error instanceof Error && error.name === "AbortError";

function missing(error: unknown): unknown {
  const gone = error instanceof S3ServiceException && (error.name === "NoSuchKey" || error.name === "NotFound");
  return gone ? new BlobMissing("A stored file is missing", { cause: error }) : error;
}
