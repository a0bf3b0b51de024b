import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

/** Identifies a span: W3C Trace Context, ids in lower-case hex of 16 and 8 bytes. */
export interface SpanContext {
  traceId: string;
  spanId: string;
}

export interface Span extends SpanContext {
  parentId: string | undefined;
  name: string;
  kind: "server" | "producer" | "consumer" | "internal";
  /** Milliseconds since 1970. */
  startMs: number;
  endMs: number;
  /** Ids, patterns and numbers; never user input. */
  attributes: Record<string, string | number>;
  failed: boolean;
}

const currentSpan = new AsyncLocalStorage<SpanContext>();
let collector: ((span: Span) => void) | undefined;

/**
 * Turns the recording of spans on, or off with undefined; while off, the functions of this module only run their work.
 */
export function collectSpans(collect: ((span: Span) => void) | undefined): void {
  collector = collect;
}

/**
 * Returns the current span as "<trace>-<span>", for work that another process continues later; undefined outside of a
 * span.
 */
export function currentSpanContext(): string | undefined {
  const context = currentSpan.getStore();
  return collector && context && `${context.traceId}-${context.spanId}`;
}

/** @returns undefined for any text not written by `currentSpanContext` */
export function parseSpanContext(text: unknown): SpanContext | undefined {
  const match = typeof text === "string" ? /^([0-9a-f]{32})-([0-9a-f]{16})$/.exec(text) : null;
  return match?.[1] && match[2] ? { traceId: match[1], spanId: match[2] } : undefined;
}

type SpanStart = Pick<Span, "name" | "kind" | "attributes"> & { parent?: SpanContext | undefined; traceId?: string };

/** Runs work in a span: a child of `parent`, otherwise of the current span, otherwise the root of its trace. */
export async function traced<Result>(start: SpanStart, work: () => Promise<Result>): Promise<Result> {
  const span = beginSpan(start);
  if (!span) return work();
  try {
    const result = await currentSpan.run(span.context, work);
    span.end({ failed: false });
    return result;
  } catch (error) {
    span.end({ failed: true });
    throw error;
  }
}

/** Begins a span for work that is not one function. @returns undefined while tracing is off */
export function beginSpan({ name, kind, attributes, parent = currentSpan.getStore(), traceId }: SpanStart) {
  const collect = collector;
  if (!collect) return undefined;
  const context = {
    traceId: parent?.traceId ?? traceId ?? randomBytes(16).toString("hex"),
    spanId: randomBytes(8).toString("hex"),
  };
  const startMs = Date.now();
  return {
    context,
    /** Runs a callback within the span. */
    enter: (then: () => void) => currentSpan.run(context, then),
    end({ failed, attributes: more = {} }: { failed: boolean; attributes?: Span["attributes"] }) {
      const ended = { parentId: parent?.spanId, startMs, endMs: Date.now(), failed };
      collect({ ...context, ...ended, name, kind, attributes: { ...attributes, ...more } });
    },
  };
}
