import type { ProblemCode } from "@sheaf/contracts/problems.ts";
import type { FastifyBaseLogger } from "fastify";
import { isDatabaseUnavailable } from "../db/unavailable.ts";
import { isOrCameOf } from "../error-chain.ts";
import { AppError } from "../errors.ts";
import { StoreUnavailable } from "../storage/blob-store.ts";
import { isOutOfSpace } from "../storage/free-space.ts";

/** What everybody's requests fail of until somebody mends it, or it mends itself. */
interface Outage {
  code: ProblemCode;
  isBehind(error: unknown): boolean;
  /** To whoever asked. */
  detail: string;
  retryAfterSeconds: number;
  /** To the operator. */
  line: string;
}

const outOfReach =
  "Sheaf cannot reach something that it needs. What was stored before is safe. Keep your files and try again in a minute.";

/** PostgreSQL's query_canceled: the statement took longer than requests are given. */
const canceled = "57014";

const outages: Outage[] = [
  {
    code: "storage-full",
    isBehind: isOutOfSpace,
    detail:
      "There is no room left to store this. What was stored before is safe. Keep your files and try again in a few minutes.",
    retryAfterSeconds: 60,
    line: "A disk is full: nothing can be stored until there is room",
  },
  {
    code: "out-of-reach",
    isBehind: (error) => isOrCameOf(error, (cause) => cause instanceof StoreUnavailable),
    detail: outOfReach,
    retryAfterSeconds: 10,
    line: "The file store cannot be used: uploads and downloads are refused until it can",
  },
  {
    code: "out-of-reach",
    isBehind: isDatabaseUnavailable,
    detail: outOfReach,
    retryAfterSeconds: 10,
    line: "The database cannot be reached: requests are refused until it can",
  },
  {
    code: "service-busy",
    isBehind: (error) => isOrCameOf(error, (_, code) => code === canceled),
    detail: "Sheaf is very busy. Try again in a moment.",
    retryAfterSeconds: 5,
    line: "The database took too long over a request: either it is overloaded, or something is locked",
  },
];

/** @returns undefined when the error is of another kind */
export function refusalOfOutage(error: Error): { refusal: AppError; outage: Outage } | undefined {
  const outage = outages.find(({ isBehind }) => isBehind(error));
  if (!outage) return undefined;
  const { code, detail, retryAfterSeconds } = outage;
  return { outage, refusal: new AppError(code, detail, { cause: error, retryAfterSeconds }) };
}

const sayAgainAfterMs = 10 * 60_000;
const saidAt = new Map<Outage, number>();

/** It meets everybody, and on a full disk may lie the log: the operator is told now and then, not for each request. */
export function tellOperator(log: FastifyBaseLogger, outage: Outage, cause: unknown): void {
  if (performance.now() - (saidAt.get(outage) ?? Number.NEGATIVE_INFINITY) < sayAgainAfterMs) return;
  saidAt.set(outage, performance.now());
  log.error({ err: cause }, outage.line);
}
