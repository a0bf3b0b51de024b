import type { FastifyInstance, FastifyRequest } from "fastify";
import { beginSpan, type Span } from "./trace.ts";

/**
 * Records a span for each API request. The trace id is the request's id, which the response carries as x-request-id.
 */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, NonNullable<ReturnType<typeof beginSpan>>>();
  app.addHook("onRequest", (request, _reply, done) => {
    const route = request.routeOptions.url ?? "(page)";
    const attributes = { "http.request.method": request.method, "http.route": route };
    const traceId = request.id.replaceAll("-", "");
    const span = route.startsWith("/api/")
      ? beginSpan({ name: `${request.method} ${route}`, kind: "server", attributes, traceId })
      : undefined;
    if (!span) return done();
    spans.set(request, span);
    span.enter(done);
  });
  app.addHook("onResponse", async (request, reply) => {
    const { statusCode } = reply;
    const attributes: Span["attributes"] = { "http.response.status_code": statusCode };
    if (request.member) attributes["sheaf.practice"] = request.member.practiceId;
    spans.get(request)?.end({ failed: statusCode >= 500, attributes });
  });
}
