import type { FastifyInstance } from "fastify";

/** One line for each request: the route's pattern, never the address, its query or a header, and people by id. */
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
