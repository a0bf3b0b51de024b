import { Counter, Histogram } from "prom-client";
import { metrics } from "./registry.ts";

const conversionSeconds = new Histogram({
  name: "sheaf_conversion_seconds",
  help: "Time of a conversion itself, without the wait for a free sandbox",
  labelNames: ["format", "outcome"] as const,
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
  registers: [metrics],
});

const refusals = new Counter({
  name: "sheaf_refusals_total",
  help: "Files that were refused, by the reason that people are told",
  labelNames: ["reason"] as const,
  registers: [metrics],
});

/** @param how the outcome "failed" means an error of Sheaf, not of the file */
export function countConversion(
  format: string,
  how: { outcome: "converted" | "failed"; ms: number } | { outcome: "rejected"; reason: string; ms: number },
): void {
  const outcome = how.outcome === "rejected" ? "refused" : how.outcome;
  conversionSeconds.observe({ format, outcome }, how.ms / 1000);
  if (how.outcome === "rejected") refusals.inc({ reason: how.reason });
}
