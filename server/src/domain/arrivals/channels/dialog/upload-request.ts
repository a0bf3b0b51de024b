import type { Multipart } from "@fastify/multipart";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../../../platform/errors.ts";
import { parserLimits } from "./upload-form.ts";
import { checkKey } from "./upload-hold.ts";

export interface Upload {
  /** Begins to read the request's body. */
  parts: () => AsyncIterable<Multipart>;
  idempotencyKey: string | undefined;
  /** Of the whole body, as far as the request says; 0 otherwise. */
  sizeBytes: number;
  /** Ends when the asker goes away. */
  signal: AbortSignal;
}

/** An upload that brings no byte for so long is over. */
const stillMs = 60_000;
/** How much, and how long, a refused upload may go on sending before its connection is cut. */
const drainBytes = 256 * 1_048_576;
const drainMs = 120_000;

/**
 * The HTTP side of an upload: the body as parts, the key, the end of the connection.
 * @throws AppError bad-request when it is no multipart form, upload-interrupted when it breaks off; what `receive`
 *   throws
 */
export async function openUpload<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  receive: (upload: Upload) => Promise<Result>,
): Promise<Result> {
  if (!isForm(request)) throw new AppError("bad-request", "Send the upload as multipart/form-data.");
  const idempotencyKey = checkKey(request.headers["idempotency-key"]);
  const sizeBytes = Number(request.headers["content-length"] ?? 0);
  const gone = new AbortController();
  const leave = () => {
    if (!reply.raw.writableFinished) gone.abort(new Error("the connection was closed"));
  };
  reply.raw.once("close", leave);
  let still: NodeJS.Timeout | undefined;
  const parts = () => {
    const cut = () => request.raw.destroy(new Error("no byte came for a minute"));
    still = setTimeout(cut, stillMs);
    request.raw.on("data", () => still?.refresh());
    return request.parts(parserLimits);
  };
  try {
    return await receive({ parts, idempotencyKey, sizeBytes, signal: gone.signal });
  } catch (error) {
    drain(request);
    throw asRefusal(error, gone.signal);
  } finally {
    clearTimeout(still);
    reply.raw.off("close", leave);
  }
}

/** A boundary has 70 characters at most (RFC 2046, 5.1.1); the parser takes none that is much longer. */
function isForm(request: FastifyRequest): boolean {
  return request.isMultipart() && !/boundary="?[^";]{71}/i.test(request.headers["content-type"] ?? "");
}

/**
 * Browsers read an answer only when they have sent everything, so what still comes is taken and thrown away; the
 * connection is cut when that does not end.
 */
function drain({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  let bytes = 0;
  const cut = () => raw.destroy();
  const timer = setTimeout(cut, drainMs).unref();
  raw.unpipe();
  raw.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drainBytes) cut();
  });
  raw.once("close", () => clearTimeout(timer));
  raw.resume();
}

/** The parser's own complaints, and what a lost connection does to everything that reads from it. */
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
