import type { Multipart } from "@fastify/multipart";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../../../platform/errors.ts";
import { parserLimits } from "./upload-form.ts";
import { checkKey } from "./upload-hold.ts";

export interface Upload {
  /** Starts to read the request's body. */
  parts: () => AsyncIterable<Multipart>;
  idempotencyKey: string | undefined;
  /** Size of the whole body by Content-Length; 0 when the request does not state it. */
  sizeBytes: number;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

/** An upload that sends no byte for this long is cut off. */
const idleMs = 60_000;
/** How many bytes, and for how long, a refused upload may continue to send before its connection is closed. */
const maxDrainBytes = 256 * 1_048_576;
const maxDrainMs = 120_000;

/**
 * Handles the HTTP side of an upload: the parts of the body, the Idempotency-Key and the end of the connection.
 * @throws AppError bad-request when the body is not a multipart form, upload-interrupted when it ends early; errors of
 *   `receive`
 */
export async function openUpload<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  receive: (upload: Upload) => Promise<Result>,
): Promise<Result> {
  if (!isForm(request)) throw new AppError("bad-request", "Send the upload as multipart/form-data.");
  const idempotencyKey = checkKey(request.headers["idempotency-key"]);
  const sizeBytes = Number(request.headers["content-length"] ?? 0);
  const closed = new AbortController();
  const onClose = () => {
    if (!reply.raw.writableFinished) closed.abort(new Error("the connection was closed"));
  };
  reply.raw.once("close", onClose);
  let idleTimer: NodeJS.Timeout | undefined;
  const parts = () => {
    const cut = () => request.raw.destroy(new Error("no data received for a minute"));
    idleTimer = setTimeout(cut, idleMs);
    request.raw.on("data", () => idleTimer?.refresh());
    return request.parts(parserLimits);
  };
  try {
    return await receive({ parts, idempotencyKey, sizeBytes, signal: closed.signal });
  } catch (error) {
    drain(request);
    throw asRefusal(error, closed.signal);
  } finally {
    clearTimeout(idleTimer);
    reply.raw.off("close", onClose);
  }
}

/** A boundary has 70 characters at most (RFC 2046, 5.1.1); the parser rejects much longer ones. */
function isForm(request: FastifyRequest): boolean {
  return request.isMultipart() && !/boundary="?[^";]{71}/i.test(request.headers["content-type"] ?? "");
}

/**
 * Reads and discards the rest of the body, because browsers read a response only after they have sent everything.
 * Closes the connection when the rest exceeds the limits.
 */
function drain({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  let bytes = 0;
  const cut = () => raw.destroy();
  const timer = setTimeout(cut, maxDrainMs).unref();
  raw.unpipe();
  raw.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxDrainBytes) cut();
  });
  raw.once("close", () => clearTimeout(timer));
  raw.resume();
}

/** Converts errors of the parser and of a lost connection to upload-interrupted; returns other errors unchanged. */
function asRefusal(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message : "";
  const broken =
    code === "FST_MP_PREMATURE_CLOSE" || /^(Unexpected end of|Part terminated|Malformed|Multipart)/.test(message);
  if (signal.aborted || broken) {
    return new AppError("upload-interrupted", "The upload ended before it was complete. Try again.", { cause: error });
  }
  return error;
}
