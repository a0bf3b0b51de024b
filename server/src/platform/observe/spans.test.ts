import { afterEach, beforeEach, expect, test } from "vitest";
import { beginSpan, collectSpans, currentSpanContext, parseSpanContext, type Span, traced } from "./trace.ts";

let spans: Span[];
beforeEach(() => {
  spans = [];
  collectSpans((span) => void spans.push(span));
});
afterEach(() => collectSpans(undefined));

const start = (name: string) => ({ name, kind: "internal", attributes: { a: 1 } }) as const;

test("work within a span is its child, and has its trace", async () => {
  const result = await traced(start("outer"), () => traced(start("inner"), async () => "done"));
  expect(result).toBe("done");
  const [inner, outer] = spans;
  expect([inner?.name, outer?.name]).toEqual(["inner", "outer"]);
  expect(inner).toMatchObject({ parentId: outer?.spanId, traceId: outer?.traceId, failed: false });
  expect(outer?.parentId).toBeUndefined();
  expect(outer?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(outer?.spanId).toMatch(/^[0-9a-f]{16}$/);
});

test("work that throws is a span that failed", async () => {
  await expect(traced(start("a"), () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(spans).toMatchObject([{ name: "a", failed: true }]);
});

test("a span continues in another process by its context", async () => {
  const context = await traced(start("a"), async () => currentSpanContext());
  const parent = parseSpanContext(context);
  await traced({ ...start("b"), ...(parent ? { parent } : {}) }, async () => {});
  expect(spans[1]).toMatchObject({ traceId: spans[0]?.traceId, parentId: spans[0]?.spanId });
  expect(currentSpanContext()).toBeUndefined();
});

test.each([undefined, 7, "", "abc", `${"a".repeat(32)}-${"b".repeat(15)}`, `${"a".repeat(32)}-${"B".repeat(16)}`])(
  "%s is no context of a span",
  (text) => expect(parseSpanContext(text)).toBeUndefined(),
);

test("a span has the given trace unless it has a parent, and more attributes at its end", () => {
  const span = beginSpan({ ...start("a"), traceId: "f".repeat(32) });
  span?.enter(() => beginSpan({ ...start("b"), traceId: "e".repeat(32) })?.end({ failed: false }));
  span?.end({ failed: false, attributes: { b: 2 } });
  expect(spans.map(({ traceId }) => traceId)).toEqual(["f".repeat(32), "f".repeat(32)]);
  expect(spans[1]?.attributes).toEqual({ a: 1, b: 2 });
});

test("without a collector work is only run", async () => {
  collectSpans(undefined);
  expect(beginSpan(start("a"))).toBeUndefined();
  expect(await traced(start("a"), async () => currentSpanContext() ?? "none")).toBe("none");
  expect(spans).toEqual([]);
});
