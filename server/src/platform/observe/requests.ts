import type { FastifyInstance } from "fastify";
import { Histogram } from "prom-client";
import { metrics } from "./registry.ts";

const requestSeconds = new Histogram({
  name: "sheaf_request_seconds",
  help: "Time from a request to the last byte of its answer, by the pattern of its route",
  labelNames: ["method", "route", "status"] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 10, 60],
  registers: [metrics],
});

/** Long-lived event streams, whose duration is not meaningful. */
const streams = new Set(["/api/events"]);

/** Measures requests by route. URLs are never a label: every request outside the API counts as a page. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "(page)";
    if (streams.has(route)) return;
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    requestSeconds.observe(labels, reply.elapsedTime / 1000);
  });
}
