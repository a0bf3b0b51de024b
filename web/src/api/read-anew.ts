import type { Query, QueryClient, QueryFilters } from "@tanstack/react-query";
import { ApiError } from "./client.ts";

const retryMs = 5_000;

/** Reads of which it is known already that they have to be done once more. */
const waiting = new WeakSet<Query>();

/**
 * Reads anew what has changed on the server. An answer under way may be from before the change: then it is awaited and
 * asked for once more. So a page that hears of changes all the time still gets answers, and the last one is never left
 * out. What is not on screen is read when it is. A read that failed is repeated.
 */
export function readAnew(client: QueryClient, filters: QueryFilters = {}): void {
  for (const query of client.getQueryCache().findAll(filters)) void readQueryAnew(client, query);
}

async function readQueryAnew(client: QueryClient, query: Query): Promise<void> {
  if (isReading(query)) {
    if (waiting.has(query)) return;
    waiting.add(query);
    await readEnd(query);
    waiting.delete(query);
  }
  await client.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
  if (!query.state.isInvalidated || !query.isActive() || !mayPass(query.state.error)) return;
  setTimeout(() => query.state.isInvalidated && query.isActive() && void readQueryAnew(client, query), retryMs);
}

const isReading = ({ state }: Query) => state.fetchStatus === "fetching";

/** Resolves when the query's read under way has ended, however it did; at once when there is none. */
export async function readEnd(query: Query): Promise<void> {
  if (isReading(query)) await query.promise?.catch(() => undefined);
}

/** A refusal stays one; without an answer, or with one of a server in trouble, another try may succeed. */
export const mayPass = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);
