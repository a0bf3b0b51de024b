import { failedTask, operations } from "@sheaf/contracts/admin/operations.ts";
import { actInput } from "@sheaf/contracts/admin/users.ts";
import { id } from "@sheaf/contracts/fields.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Services } from "../../../platform/services.ts";
import { requireAdmin } from "../guard.ts";
import { getFailedTasks, settleFailedTask } from "./failed-tasks.ts";
import { getOperations } from "./operations.ts";

type Needs = Pick<Services, "config" | "db" | "queue" | "storage">;
const tags = ["admin"];

/** What runs, what waits and what failed: below /api/admin. */
export const operationsRoutes: FastifyPluginAsyncZod<Needs> = async (app, services) => {
  const { db } = services;

  app.get("/operations", { schema: { tags, response: { 200: operations } } }, async () => getOperations(services));

  app.get("/failed-tasks", { schema: { tags, response: { 200: z.array(failedTask) } } }, async () =>
    getFailedTasks(db),
  );

  const noContent = z.void().describe("Done; there is no body");
  const one = { tags, params: z.object({ id }), body: actInput, response: { 204: noContent } };
  for (const how of ["retry", "discard"] as const) {
    app.post(`/failed-tasks/:id/${how}`, { schema: one }, async (request, reply) => {
      const { reason } = request.body;
      await settleFailedTask(services, requireAdmin(request), how, { id: request.params.id, reason });
      return reply.code(204).send();
    });
  }
};
