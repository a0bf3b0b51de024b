import { Registry } from "prom-client";

/**
 * What this process counted since its start. What the database knows is added when somebody asks: see
 * `open-metrics.ts`.
 */
export const metrics = new Registry();
