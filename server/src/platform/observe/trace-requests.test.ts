import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { collectSpans, currentSpanContext, type Span } from "./trace.ts";
import { traceRequests } from "./trace-requests.ts";

afterEach(() => collectSpans(undefined));

const requestId = "0190aaaa-0000-7000-8000-000000000001";

async function spansOf(url: string, { status = 200, member = undefined as object | undefined, on = true } = {}) {
  const spans: Span[] = [];
  collectSpans(on ? (span) => void spans.push(span) : undefined);
  const app = Fastify({ genReqId: () => requestId });
  app.addHook("onRequest", async (request) => void Object.assign(request, { member }));
  traceRequests(app);
  let context: string | undefined;
  app.get("/api/jobs/:id", async (_request, reply) => {
    context = currentSpanContext();
    return reply.code(status).send("a");
  });
  app.get("/page", async () => "b");
  const answer = await app.inject(url);
  await app.close();
  return { spans, context, answer };
}

test("a request of the API is a span of its route, in the trace of its id", async () => {
  const { spans, context } = await spansOf("/api/jobs/7?secret=1", { member: { practiceId: "p" } });
  expect(spans).toMatchObject([
    {
      name: "GET /api/jobs/:id",
      kind: "server",
      traceId: "0190aaaa000070008000000000000001",
      failed: false,
      attributes: {
        "http.request.method": "GET",
        "http.route": "/api/jobs/:id",
        "http.response.status_code": 200,
        "sheaf.practice": "p",
      },
    },
  ]);
  expect(context).toBe(`${spans[0]?.traceId}-${spans[0]?.spanId}`);
});

test.each([
  [404, false],
  [499, false],
  [500, true],
  [503, true],
])("a response with status %d has failed: %s", async (status, failed) => {
  const { spans } = await spansOf("/api/jobs/7", { status });
  expect(spans).toMatchObject([{ failed }]);
  expect(spans[0]?.attributes).not.toHaveProperty("sheaf.practice");
});

test.each(["/page", "/nowhere"])("%s is answered without a span", async (url) => {
  expect((await spansOf(url)).spans).toEqual([]);
});

test("without a collector, requests are answered as usual", async () => {
  const { answer, context } = await spansOf("/api/jobs/7", { on: false });
  expect([answer.statusCode, context]).toEqual([200, undefined]);
});
