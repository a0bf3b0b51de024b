import { type Preload, preloadId } from "@sheaf/contracts/preload.ts";
import type { Query, QueryClient } from "@tanstack/react-query";

/** Data older than this when the event stream opens, as on a slow line, is read again. */
const maxAgeMs = 1_000;

/**
 * Puts the data delivered with the page (server/src/app/pages/preload.ts) into the cache, as if read when the page was
 * requested.
 */
export function cachePreloadedData(client: QueryClient): void {
  const element = globalThis.document?.getElementById(preloadId);
  if (!element?.textContent) return;
  const answers: Preload = JSON.parse(element.textContent);
  for (const [queryKey, answer] of answers) {
    client.setQueryData(queryKey, answer, { updatedAt: performance.timeOrigin });
  }
  // Another user may sign in on this page later.
  element.remove();
}

/**
 * Reads data delivered with the page again if it is old and nothing newer has come: changes since then had no event.
 */
export function refreshOldPreload(client: QueryClient): void {
  if (performance.now() < maxAgeMs) return;
  const brought = { predicate: ({ state }: Query) => state.dataUpdatedAt === performance.timeOrigin };
  // A read under way is not started twice.
  void client.invalidateQueries(brought, { cancelRefetch: false });
}
