import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeEngine } from "../../../testing/jobs/fake-engine.ts";
import { openPractice } from "../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";
import { exportSpans } from "./otlp.ts";

interface Sent {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code?: number };
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: fakeEngine() });
});
afterAll(() => server.close());

/** Starts a fake collector that stores what it receives. */
async function startCollector() {
  const bodies: string[] = [];
  const http = createServer(async (request, answer) => {
    if (request.url === "/v1/traces") bodies.push(await text(request));
    answer.end("{}");
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    bodies,
    spans: (): Sent[] => bodies.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans),
    close: () => new Promise((resolve) => http.close(resolve)),
  };
}

test("an upload, its tasks and its conversion form one trace with the id of the response and without user data", async () => {
  const collector = await startCollector();
  const anna = await openPractice(server);
  const log = pino({ level: "silent" });
  const { endpoint } = collector;
  const traces = exportSpans({ endpoint, process: "api", version: "1", log });
  const upload = await anna.send([["wages-of-may.txt", "one"]]);
  await anna.ended(upload.json().id);
  await traces.close();
  await collector.close();

  const traceId = String(upload.headers["x-request-id"]).replaceAll("-", "");
  const trace = collector.spans().filter((span) => span.traceId === traceId);
  const [request] = trace.filter(({ name }) => name === "POST /api/jobs");
  const [convert] = trace.filter(({ name }) => name === "jobs.convert-file");
  const [conversion] = trace.filter(({ name }) => name === "conversion");
  const [assemble] = trace.filter(({ name }) => name === "jobs.assemble");
  expect(request).toMatchObject({ kind: 2, status: {} });
  expect(request?.parentSpanId).toBeUndefined();
  expect(convert).toMatchObject({ kind: 5, parentSpanId: request?.spanId });
  expect(conversion).toMatchObject({ kind: 1, parentSpanId: convert?.spanId });
  expect(assemble?.parentSpanId).toBe(convert?.spanId);
  for (const { startTimeUnixNano: from, endTimeUnixNano: to } of trace) {
    expect(BigInt(to)).toBeGreaterThanOrEqual(BigInt(from));
  }
  for (const word of ["wages", "Bright", anna.username]) expect(collector.bodies.join()).not.toContain(word);
});

test("requests succeed while the collector is unavailable", async () => {
  const anna = await openPractice(server);
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => lines.push(line) });
  const traces = exportSpans({ endpoint: "http://127.0.0.1:1", process: "api", version: "1", log });
  expect((await anna.get("/api/user")).statusCode).toBe(200);
  await traces.close();
  expect(lines.join()).toContain("Traces are lost");
  expect((await anna.get("/api/user")).statusCode).toBe(200);
});
