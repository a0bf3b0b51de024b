import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

/** Where a span belongs: W3C Trace Context, ids in lower-case hex of 16 and 8 bytes. */
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
  /** Ids, patterns and numbers; nothing that a person typed. */
  attributes: Record<string, string | number>;
  failed: boolean;
}

const currentSpan = new AsyncLocalStorage<SpanContext>();
let keep: ((span: Span) => void) | undefined;

/** From now on spans are made; without it everything here only runs its work. */
export function collectSpans(collect: ((span: Span) => void) | undefined): void {
  keep = collect;
}

/** For what is done later, elsewhere: "<trace>-<span>"; undefined outside of a span. */
export function currentSpanContext(): string | undefined {
  const context = currentSpan.getStore();
  return keep && context && `${context.traceId}-${context.spanId}`;
}

/** @returns undefined for anything that `currentSpanContext` did not write */
export function parseSpanContext(text: unknown): SpanContext | undefined {
  const match = typeof text === "string" ? /^([0-9a-f]{32})-([0-9a-f]{16})$/.exec(text) : null;
  return match?.[1] && match[2] ? { traceId: match[1], spanId: match[2] } : undefined;
}

type Begun = Pick<Span, "name" | "kind" | "attributes"> & { parent?: SpanContext | undefined; traceId?: string };

/** Work as a span: below `parent`, else below the span that it is part of, else the first of its trace. */
export async function traced<Result>(begun: Begun, work: () => Promise<Result>): Promise<Result> {
  const span = beginSpan(begun);
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

/** For work that is not one function. @returns undefined where nothing is traced */
export function beginSpan({ name, kind, attributes, parent = currentSpan.getStore(), traceId }: Begun) {
  const collect = keep;
  if (!collect) return undefined;
  const context = {
    traceId: parent?.traceId ?? traceId ?? randomBytes(16).toString("hex"),
    spanId: randomBytes(8).toString("hex"),
  };
  const startMs = Date.now();
  return {
    context,
    /** Whatever is called from there is part of it. */
    enter: (then: () => void) => currentSpan.run(context, then),
    end({ failed, attributes: more = {} }: { failed: boolean; attributes?: Span["attributes"] }) {
      const ended = { parentId: parent?.spanId, startMs, endMs: Date.now(), failed };
      collect({ ...context, ...ended, name, kind, attributes: { ...attributes, ...more } });
    },
  };
}
