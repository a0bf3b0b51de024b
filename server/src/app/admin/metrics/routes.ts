import { overview } from "@sheaf/contracts/admin/overview.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Services } from "../../../platform/services.ts";
import { getOverview } from "./overview.ts";

export const metricsRoutes: FastifyPluginAsyncZod<Pick<Services, "config" | "db">> = async (app, { config, db }) => {
  app.get("/metrics/overview", { schema: { tags: ["admin"], response: { 200: overview } } }, async () =>
    getOverview(db, config),
  );
};
