import { failedTask, operations } from "@sheaf/contracts/admin/operations.ts";
import { adminActionInput } from "@sheaf/contracts/admin/users.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Services } from "../../../platform/services.ts";
import { type ActionServices, addAdminAction } from "../actions/action.ts";
import { discardTask, getFailedTasks, retryTask } from "./failed-tasks.ts";
import { getOperations } from "./operations.ts";

type Needs = ActionServices & Pick<Services, "storage">;
const tags = ["admin"];

/** The state of queue, workers, conversions and storage, and the failed tasks: below /api/admin. */
export const operationsRoutes: FastifyPluginAsyncZod<Needs> = async (app, services) => {
  const { db } = services;

  app.get("/operations", { schema: { tags, response: { 200: operations } } }, async () => getOperations(services));

  app.get("/failed-tasks", { schema: { tags, response: { 200: z.array(failedTask) } } }, async () =>
    getFailedTasks(db),
  );
  addAdminAction(app, services, "/failed-tasks/:id/retry", adminActionInput, retryTask);
  addAdminAction(app, services, "/failed-tasks/:id/discard", adminActionInput, discardTask);
};
