import type { Server } from "node:http";

/** Knows which requests a server is answering. Streams of events are no part of it: they end when they are ended. */
export function watchRequests(server: Server): {
  /** When none is under way any more, or the time is up. */
  finished(withinMs: number): Promise<void>;
} {
  let underWay = 0;
  let nothingLeft: (() => void) | undefined;
  server.on("request", (request, response) => {
    if (request.url?.split("?")[0] === "/api/events") return;
    underWay += 1;
    response.once("close", () => {
      underWay -= 1;
      if (underWay === 0) nothingLeft?.();
    });
  });
  return {
    async finished(withinMs) {
      if (underWay === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      nothingLeft = resolve;
      const timer = setTimeout(resolve, withinMs);
      await promise;
      clearTimeout(timer);
    },
  };
}
