import { type Preload, preloadId } from "@sheaf/contracts/preload.ts";
import type { Query, QueryClient } from "@tanstack/react-query";

/** On a slow line much may have happened before the stream of changes begins. */
const oldMs = 1_000;

/**
 * Keeps what the page brought along (server/src/app/pages/preload.ts) as if it had been asked for when the page was.
 */
export function takeFirstAnswers(client: QueryClient): void {
  const element = globalThis.document?.getElementById(preloadId);
  if (!element?.textContent) return;
  const answers: Preload = JSON.parse(element.textContent);
  for (const [queryKey, answer] of answers) {
    client.setQueryData(queryKey, answer, { updatedAt: performance.timeOrigin });
  }
  // Whoever signs in on this page later is another person.
  element.remove();
}

/**
 * What the page brought is read again if it is old by now and nothing newer has come: nobody has heard of changes
 * since.
 */
export function refreshOldAnswers(client: QueryClient): void {
  if (performance.now() < oldMs) return;
  const brought = { predicate: ({ state }: Query) => state.dataUpdatedAt === performance.timeOrigin };
  // What is being read already is not read twice.
  void client.invalidateQueries(brought, { cancelRefetch: false });
}
