import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "../../errors.ts";
import { parseJson } from "../../parse-json.ts";

/** What a provider says about an email it took. */
export interface ProviderEvent {
  /** The provider's own name of the event: what comes twice counts once. */
  key: string;
  /**
   * "bounced": refused for good, the address is not to be written to again. "dropped": did not arrive, for another
   * reason. "returned": something came back that may be no more than an automatic answer; after a delivery it is taken
   * for one.
   */
  kind: "accepted" | "delivered" | "deferred" | "bounced" | "dropped" | "returned" | "complained";
  /** As we told the provider; null when it lost that on the way. */
  deliveryId: string | null;
  providerMessageId: string | null;
  /** The inbox's own words. */
  words: string | null;
  at: Date;
}

/** A notice as it came: nothing of it is believed before its signature holds. */
export interface Notice {
  body: Buffer;
  headers: IncomingHttpHeaders;
  now: Date;
}

/** A signed notice is worth as much to whoever copied it: an old one is refused. */
const believedForMs = 15 * 60_000;

/** @throws AppError forged-event */
export function refuseOld(at: Date, now: Date): void {
  if (!(Math.abs(now.getTime() - at.getTime()) <= believedForMs)) throw forged("its time is not now");
}

/** @param why for the log */
export function forged(why: string): AppError {
  return new AppError("forged-event", "The signature of this notice is not valid.", { cause: new Error(why) });
}

/** @throws AppError not-found for a provider that is not set up */
export function required<Value>(setting: Value | undefined): Value {
  if (setting === undefined) throw new AppError("not-found", "There is nothing at this address.");
  return setting;
}

/** Takes the same time whatever is wrong. */
export function sameText(one: string, other: string): boolean {
  const digest = (text: string) => hash("sha256", text, "buffer");
  return timingSafeEqual(digest(one), digest(other));
}

export const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** @throws AppError bad-request */
export function json(body: Buffer): unknown {
  const value = parseJson(body.toString("utf8"));
  if (value === undefined) throw new AppError("bad-request", "The notice is not JSON.");
  return value;
}

/** A field of something that was parsed and is of no known shape. */
export function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  );
}

/** What a table holds for a value of no known type. */
export const entryOf = <Entry>(table: Record<string, Entry>, key: unknown): Entry | undefined =>
  typeof key === "string" && Object.hasOwn(table, key) ? table[key] : undefined;

/** A moment as providers write it; now when it makes no sense. */
export function moment(value: unknown, now: Date): Date {
  const date = typeof value === "number" ? new Date(value * 1000) : new Date(String(value ?? ""));
  return Number.isNaN(date.getTime()) ? now : date;
}
