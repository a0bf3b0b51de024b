import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { readDescendants } from "../../platform/observe/children.ts";
import { metrics } from "../../platform/observe/registry.ts";
import type { Services } from "../../platform/services.ts";
import { addStateMetrics } from "./state-metrics.ts";

/**
 * GET /metrics for Prometheus: counters and state of this process, and figures from the database. The metrics name no
 * person, practice or file, but they show the volume of work, so only the monitoring system should be able to reach
 * their port.
 */
export function serveMetrics(app: FastifyInstance, { db, pool }: Pick<Services, "db" | "pool">): void {
  const own = new Registry();
  collectDefaultMetrics({ register: own });
  addPoolMetrics(own, pool);
  const children = addChildMetrics(own);
  const state = addStateMetrics(own, db);
  const all = Registry.merge([metrics, own]);
  app.get("/metrics", { schema: { hide: true } }, async (_, reply) => {
    await Promise.all([state.refresh(), children.refresh()]);
    return reply.type(all.contentType).send(await all.metrics());
  });
}

function addPoolMetrics(registry: Registry, pool: pg.Pool): void {
  new Gauge({
    name: "sheaf_database_connections",
    help: "Connections of this process to the database, and who waits for one",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "busy" }, pool.totalCount - pool.idleCount);
      this.set({ state: "waited-for" }, pool.waitingCount);
    },
  });
}

function addChildMetrics(registry: Registry): { refresh(): Promise<void> } {
  const registers = [registry];
  const help = "Processes below this one: sandboxes and what runs in them";
  const count = new Gauge({ name: "sheaf_children", help, registers });
  const bytes = new Gauge({ name: "sheaf_children_memory_bytes", help: "Their resident memory", registers });
  return {
    async refresh() {
      const found = await readDescendants();
      if (!found) return;
      count.set(found.count);
      bytes.set(found.bytes);
    },
  };
}
