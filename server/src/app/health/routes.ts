import { health } from "@sheaf/contracts/admin/health.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Services } from "../../platform/services.ts";
import { examineInstallation } from "./examine-installation.ts";

type Needs = Pick<Services, "config" | "db" | "storage" | "scanner" | "key" | "log">;

/** The health of the installation: below /api/admin, only for administrators. */
export const healthRoutes: FastifyPluginAsyncZod<Needs> = async (app, services) => {
  app.get("/health", { schema: { tags: ["admin"], response: { 200: health } } }, async () =>
    examineInstallation(services),
  );
};
