import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { AppError, nothingHere } from "../../errors.ts";
import { parseJson } from "../../parse-json.ts";

/** A provider's event about an email that it accepted. */
export interface ProviderEvent {
  /** The provider's id of the event; an event that is delivered twice counts once. */
  key: string;
  /**
   * "bounced": permanently refused; no more emails may be sent to the address. "dropped": not delivered for another
   * reason. "returned": a bounce or an automatic reply; after a delivery it is treated as an automatic reply.
   */
  kind: "accepted" | "delivered" | "deferred" | "bounced" | "dropped" | "returned" | "complained";
  /** The delivery's id, as sent to the provider; null when the event does not contain it. */
  deliveryId: string | null;
  providerMessageId: string | null;
  /** The response of the recipient's mail server, verbatim. */
  words: string | null;
  at: Date;
}

/** An unverified webhook call: no part of it is used before its signature is verified. */
export interface Notice {
  body: Buffer;
  headers: IncomingHttpHeaders;
  now: Date;
}

/** A signed notice could be replayed by an attacker, so notices older than this are refused. */
const maxAgeMs = 15 * 60_000;

/** @throws AppError forged-event */
export function refuseOld(at: Date, now: Date): void {
  if (!(Math.abs(now.getTime() - at.getTime()) <= maxAgeMs)) throw forged("its time is not now");
}

/** @param why for the log */
export function forged(why: string): AppError {
  return new AppError("forged-event", "The signature of this notification is not valid.", { cause: new Error(why) });
}

/** @throws AppError not-found for a provider that is not set up */
export function required<Value>(setting: Value | undefined): Value {
  if (setting === undefined) throw nothingHere();
  return setting;
}

/** Compares two strings in constant time. */
export function sameText(one: string, other: string): boolean {
  const digest = (text: string) => hash("sha256", text, "buffer");
  return timingSafeEqual(digest(one), digest(other));
}

export const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** @throws AppError bad-request */
export function json(body: Buffer): unknown {
  const value = parseJson(body.toString("utf8"));
  if (value === undefined) throw new AppError("bad-request", "The notification is not JSON.");
  return value;
}

/** Returns a nested field of a parsed value of unknown shape. */
export function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  );
}

/** Returns a table's own entry for a key of unknown type. */
export const entryOf = <Entry>(table: Record<string, Entry>, key: unknown): Entry | undefined =>
  typeof key === "string" && Object.hasOwn(table, key) ? table[key] : undefined;

/** Parses a provider's timestamp; returns `now` when it is not valid. */
export function moment(value: unknown, now: Date): Date {
  const date = typeof value === "number" ? new Date(value * 1000) : new Date(String(value ?? ""));
  return Number.isNaN(date.getTime()) ? now : date;
}
