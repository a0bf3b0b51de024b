import { type Preload, preloadId } from "@sheaf/contracts/preload.ts";
import type { QueryClient } from "@tanstack/react-query";

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
