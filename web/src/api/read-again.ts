import type { Query, QueryClient, QueryFilters } from "@tanstack/react-query";
import { ApiError } from "./client.ts";

const retryMs = 5_000;

/** Queries under way that have to be read once more. */
const waiting = new WeakSet<Query>();

/**
 * Reads data again that has changed on the server. A response under way may be from before the change: it is awaited
 * and the read repeated. So a page with continuous changes still receives responses, and always the last one. Queries
 * that are not on screen are read when they are shown. A failed read is repeated.
 */
export function readAgain(client: QueryClient, filters: QueryFilters = {}): void {
  for (const query of client.getQueryCache().findAll(filters)) void readQueryAgain(client, query);
}

/** Like `readAgain`, for one query. */
export async function readQueryAgain(client: QueryClient, query: Query): Promise<void> {
  if (isReading(query)) {
    if (waiting.has(query)) return;
    waiting.add(query);
    await readEnd(query);
    waiting.delete(query);
  }
  await client.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
  if (!query.state.isInvalidated || !query.isActive() || !isTemporary(query.state.error)) return;
  setTimeout(() => query.state.isInvalidated && query.isActive() && void readQueryAgain(client, query), retryMs);
}

export const isReading = ({ state }: Query) => state.fetchStatus === "fetching";

/** Resolves when the query's read under way has ended, successfully or not; at once when there is none. */
export async function readEnd(query: Query): Promise<void> {
  if (isReading(query)) await query.promise?.catch(() => undefined);
}

/** Returns whether a repeated request may succeed: there was no response, or the server failed. A refusal stays one. */
export const isTemporary = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);
