import Fastify from "fastify";
import { expect, test, vi } from "vitest";
import { serveMetrics } from "./serve-metrics.ts";

const { state } = vi.hoisted(() => ({
  state: { children: undefined as { count: number; bytes: number } | undefined, refreshed: 0 },
}));
vi.mock("../../platform/observe/children.ts", () => ({ readDescendants: async () => state.children }));
vi.mock("./state-metrics.ts", () => ({
  addStateMetrics: () => ({
    async refresh() {
      state.refreshed += 1;
    },
  }),
}));

test("metrics have the connections of this process, the processes below it, and its memory", async () => {
  const app = Fastify();
  const pool = { totalCount: 7, idleCount: 3, waitingCount: 2 };
  serveMetrics(app, { db: {} as never, pool: pool as never });
  const read = async () => {
    const { headers, body } = await app.inject("/metrics");
    expect(headers["content-type"]).toMatch(/^text\/plain/);
    return body.split("\n");
  };
  expect(await read()).toEqual(
    expect.arrayContaining([
      'sheaf_database_connections{state="idle"} 3',
      'sheaf_database_connections{state="busy"} 4',
      'sheaf_database_connections{state="waited-for"} 2',
      "sheaf_children 0",
    ]),
  );
  state.children = { count: 2, bytes: 1_024 };
  const lines = await read();
  expect(lines).toEqual(expect.arrayContaining(["sheaf_children 2", "sheaf_children_memory_bytes 1024"]));
  expect(lines.some((line) => line.startsWith("process_resident_memory_bytes "))).toBe(true);
  expect(state.refreshed).toBe(2);
  await app.close();
});
