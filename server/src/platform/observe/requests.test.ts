import Fastify from "fastify";
import { expect, test } from "vitest";
import { metrics } from "./registry.ts";
import { measureRequests } from "./requests.ts";

async function measured(...urls: string[]) {
  const app = Fastify();
  measureRequests(app);
  app.addHook("onSend", async (_request, reply) => {
    Object.defineProperty(reply, "elapsedTime", { value: 30 });
  });
  app.get("/api/jobs/:id", async (_request, reply) => reply.code(201).send("a"));
  app.get("/api/events", async () => "b");
  for (const url of urls) await app.inject(url);
  await app.close();
  const text = await metrics.getSingleMetricAsString("sheaf_request_seconds");
  return text.split("\n");
}

test("requests are measured in seconds by route and status, event streams are not", async () => {
  const lines = await measured("/api/jobs/1", "/api/jobs/2", "/api/events", "/nowhere?secret=1");
  const labels = 'method="GET",route="/api/jobs/:id",status="201"';
  expect(lines).toContain(`sheaf_request_seconds_count{${labels}} 2`);
  expect(lines).toContain(`sheaf_request_seconds_sum{${labels}} 0.06`);
  expect(lines).toContain(`sheaf_request_seconds_bucket{le="0.025",${labels}} 0`);
  expect(lines).toContain(`sheaf_request_seconds_bucket{le="0.05",${labels}} 2`);
  expect(lines).toContain('sheaf_request_seconds_count{method="GET",route="(page)",status="404"} 1');
  expect(lines.join("\n")).not.toContain("/api/events");
});
