import type { ProblemCode } from "@sheaf/contracts/problems.ts";
import type { FastifyBaseLogger } from "fastify";
import { isDatabaseUnavailable } from "../db/unavailable.ts";
import { errorOrCauseMatches } from "../error-chain.ts";
import { AppError } from "../errors.ts";
import { StoreUnavailable } from "../storage/blob-store.ts";
import { isOutOfSpace } from "../storage/free-space.ts";

/** A condition that makes all users' requests fail until it is repaired or ends by itself. */
interface Outage {
  code: ProblemCode;
  matches(error: unknown): boolean;
  /** Message in the response. */
  detail: string;
  retryAfterSeconds: number;
  /** Message in the log. */
  line: string;
}

const outOfReach =
  "Sheaf cannot reach its database or file store. Everything stored before is safe. Keep your files and try again in a minute.";

/** PostgreSQL's query_canceled: the statement exceeded the statement timeout of requests. */
const canceled = "57014";

const outages: Outage[] = [
  {
    code: "storage-full",
    matches: isOutOfSpace,
    detail:
      "There is no space left to store this. Everything stored before is safe. Keep your files and try again in a few minutes.",
    retryAfterSeconds: 60,
    line: "A disk is full: nothing can be stored until space is free",
  },
  {
    code: "out-of-reach",
    matches: (error) => errorOrCauseMatches(error, (cause) => cause instanceof StoreUnavailable),
    detail: outOfReach,
    retryAfterSeconds: 10,
    line: "The file store cannot be used: uploads and downloads are refused meanwhile",
  },
  {
    code: "out-of-reach",
    matches: isDatabaseUnavailable,
    detail: outOfReach,
    retryAfterSeconds: 10,
    line: "The database cannot be reached: requests are refused meanwhile",
  },
  {
    code: "service-busy",
    matches: (error) => errorOrCauseMatches(error, (_, code) => code === canceled),
    detail: "Sheaf is very busy. Try again in a moment.",
    retryAfterSeconds: 5,
    line: "The database took too long for a request: it is overloaded, or a lock is held",
  },
];

/** Returns the refusal for an error caused by an outage; undefined for any other error. */
export function refusalOfOutage(error: Error): { refusal: AppError; outage: Outage } | undefined {
  const outage = outages.find(({ matches }) => matches(error));
  if (!outage) return undefined;
  const { code, detail, retryAfterSeconds } = outage;
  return { outage, refusal: new AppError(code, detail, { cause: error, retryAfterSeconds }) };
}

const logAgainAfterMs = 10 * 60_000;
const loggedAt = new Map<Outage, number>();

/**
 * Logs an outage at most once per `logAgainAfterMs`, not for each request: it affects all users, and the log may be on
 * the full disk.
 */
export function logOutage(log: FastifyBaseLogger, outage: Outage, cause: unknown): void {
  if (performance.now() - (loggedAt.get(outage) ?? Number.NEGATIVE_INFINITY) < logAgainAfterMs) return;
  loggedAt.set(outage, performance.now());
  log.error({ err: cause }, outage.line);
}
