import type { Server } from "node:http";

/**
 * Counts the requests that a server is processing. Event streams are not counted, because they end only when they are
 * closed.
 */
export function watchRequests(server: Server): {
  /** Resolves when no request is being processed, or the time is up. */
  finished(withinMs: number): Promise<void>;
} {
  let underWay = 0;
  let onIdle: (() => void) | undefined;
  server.on("request", (request, response) => {
    if (request.url?.split("?")[0] === "/api/events") return;
    underWay += 1;
    response.once("close", () => {
      underWay -= 1;
      if (underWay === 0) onIdle?.();
    });
  });
  return {
    async finished(withinMs) {
      if (underWay === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      onIdle = resolve;
      const timer = setTimeout(resolve, withinMs);
      await promise;
      clearTimeout(timer);
    },
  };
}
