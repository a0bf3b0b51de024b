import { Registry } from "prom-client";

/**
 * Metrics that this process has counted since its start. Metrics from the database are added for each request: see
 * `open-metrics.ts`.
 */
export const metrics = new Registry();
