import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exportSpans } from "./otlp.ts";
import { beginSpan } from "./trace.ts";

let sent: { url: string; spans: Record<string, unknown>[]; resource: unknown }[];
let status: number;
let warned: number;
let exporter: ReturnType<typeof exportSpans>;

beforeEach(() => {
  [sent, status, warned] = [[], 200, 0];
  vi.useFakeTimers({ now: 1_000 });
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    const [{ resource, scopeSpans }] = JSON.parse(body).resourceSpans;
    sent.push({ url, spans: scopeSpans[0].spans, resource: resource.attributes });
    return { ok: status < 400, status };
  });
  const log = { warn: () => warned++ } as never;
  exporter = exportSpans({ endpoint: "http://collector", process: "api", version: "1.2", log });
});
afterEach(async () => {
  await exporter.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const record = (count: number, failed = false) => {
  for (let index = 0; index < count; index++) {
    const span = beginSpan({ name: `span ${index}`, kind: "server", attributes: { pages: 2.6, route: "/a" } });
    span?.end({ failed });
  }
};

test("spans are sent every two seconds, with the name of the process", async () => {
  record(1);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    url: "http://collector/v1/traces",
    resource: [
      { key: "service.name", value: { stringValue: "sheaf-api" } },
      { key: "service.version", value: { stringValue: "1.2" } },
    ],
    spans: [
      {
        name: "span 0",
        kind: 2,
        startTimeUnixNano: "1000000000",
        endTimeUnixNano: "1000000000",
        attributes: [
          { key: "pages", value: { intValue: "3" } },
          { key: "route", value: { stringValue: "/a" } },
        ],
        status: {},
      },
    ],
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent).toHaveLength(1);
});

test.each([
  ["internal", 1],
  ["server", 2],
  ["producer", 4],
  ["consumer", 5],
] as const)("a span of the kind %s that failed has the number %d and the status 2", async (kind, number) => {
  beginSpan({ name: "a", kind, attributes: {} })?.end({ failed: true });
  await exporter.close();
  expect(sent[0]?.spans[0]).toMatchObject({ kind: number, status: { code: 2 } });
});

test("at most 500 spans are sent at once, and all of them at the end", async () => {
  record(1_001);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent.map(({ spans }) => spans.length)).toEqual([500]);
  await exporter.close();
  expect(sent.map(({ spans }) => spans.length)).toEqual([500, 500, 1]);
  record(1);
  await exporter.close();
  expect(sent).toHaveLength(3);
});

test("of more than 10,000 unsent spans the others are lost", async () => {
  record(10_001);
  await exporter.close();
  expect(sent.reduce((sum, { spans }) => sum + spans.length, 0)).toBe(10_000);
});

test("a collector that refuses is reported once, until it accepts again", async () => {
  const send = async (answer: number) => {
    status = answer;
    record(1);
    await vi.advanceTimersByTimeAsync(2_000);
    return warned;
  };
  expect(await send(500)).toBe(1);
  expect(await send(500)).toBe(1);
  expect(await send(200)).toBe(1);
  expect(await send(503)).toBe(2);
});
