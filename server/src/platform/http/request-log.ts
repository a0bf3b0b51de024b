import type { FastifyInstance } from "fastify";

/** Logs one line per API request: the route's pattern, never the URL, its query or a header; users by id. */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "(page)";
    if (!route.startsWith("/api/")) return;
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        practiceId: request.member?.practiceId,
        userId: request.member?.userId,
      },
      "Request",
    );
  });
}
