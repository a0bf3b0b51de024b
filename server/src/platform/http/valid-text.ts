import { pipeline, Transform, type TransformCallback } from "node:stream";
import { succeeds } from "@sheaf/engine/attempt.ts";
import type { FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";
import { isApi } from "./api-request.ts";

const invalidTextError = () =>
  new AppError("bad-request", "The request contains bytes that are not valid UTF-8. Send it as UTF-8.");

/** Refuses requests with invalid UTF-8. Otherwise invalid bytes would silently be stored as replacement characters. */
export function refuseInvalidText(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    if (isApi(request) && !isEncodedText(request.url)) throw invalidTextError();
  });
  app.addHook("preParsing", async (request, _reply, payload) => {
    if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) return payload;
    return pipeline(payload, checkingText(), () => {});
  });
}

/** Checks each run of percent-encoded bytes; a single percent sign is allowed, because users type it. */
function isEncodedText(url: string): boolean {
  const runs = url.match(/(?:%[\da-f]{2})+/gi) ?? [];
  return runs.every((run) => succeeds(() => decodeURIComponent(run)));
}

function checkingText(): Transform {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const check = (decode: () => void, callback: TransformCallback, chunk?: Buffer) => {
    if (succeeds(decode)) callback(null, chunk);
    else callback(invalidTextError());
  };
  return new Transform({
    transform: (chunk: Buffer, _encoding, callback) =>
      check(() => decoder.decode(chunk, { stream: true }), callback, chunk),
    flush: (callback) => check(() => decoder.decode(), callback),
  });
}
