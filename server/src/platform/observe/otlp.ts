import type { Logger } from "pino";
import { collectSpans, type Span } from "./trace.ts";

const sendIntervalMs = 2_000;
const batchSize = 500;
/** Maximum number of unsent spans, so that an unavailable collector does not fill this process's memory. */
const maxWaiting = 10_000;
const sendMs = 5_000;

/**
 * Sends spans to an OpenTelemetry collector by OTLP/HTTP in JSON, until `close`. Spans that the collector does not
 * accept are lost, which is logged.
 * @param options.endpoint OTEL_EXPORTER_OTLP_ENDPOINT, without /v1/traces
 */
export function exportSpans(options: { endpoint: string; process: string; version: string; log: Logger }): {
  close(): Promise<void>;
} {
  const { endpoint, log } = options;
  let waiting: Span[] = [];
  let unavailable = false;
  collectSpans((span) => {
    if (waiting.length < maxWaiting) waiting.push(span);
  });

  const send = async () => {
    const spans = waiting.slice(0, batchSize);
    waiting = waiting.slice(batchSize);
    if (spans.length === 0) return;
    try {
      const answer = await fetch(`${endpoint}/v1/traces`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(asOtlp(spans, options)),
        signal: AbortSignal.timeout(sendMs),
      });
      if (!answer.ok) throw new Error(`The collector returned ${answer.status}`);
      unavailable = false;
    } catch (error) {
      if (!unavailable) log.warn({ err: error }, "Traces are lost: the collector does not accept them");
      unavailable = true;
    }
  };
  const timer = setInterval(() => void send(), sendIntervalMs);
  timer.unref();
  return {
    async close() {
      collectSpans(undefined);
      clearInterval(timer);
      while (waiting.length > 0) await send();
    },
  };
}

/** https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
const kinds = { internal: 1, server: 2, producer: 4, consumer: 5 } as const;
const failedStatus = 2;

function asOtlp(spans: Span[], { process, version }: { process: string; version: string }): object {
  const resource = attributesOf({ "service.name": `sheaf-${process}`, "service.version": version });
  return {
    resourceSpans: [
      { resource: { attributes: resource }, scopeSpans: [{ scope: { name: "sheaf" }, spans: spans.map(oneSpan) }] },
    ],
  };
}

const oneSpan = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  name: span.name,
  kind: kinds[span.kind],
  parentSpanId: span.parentId,
  startTimeUnixNano: nanos(span.startMs),
  endTimeUnixNano: nanos(span.endMs),
  attributes: attributesOf(span.attributes),
  status: span.failed ? { code: failedStatus } : {},
});

const nanos = (ms: number) => `${ms}000000`;

const attributesOf = (attributes: Span["attributes"]) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }));
