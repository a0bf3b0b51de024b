import type { FastifyPluginAsync } from "fastify";
import type { ApiServices } from "../../platform/services.ts";
import { operatorChecklistRoutes } from "../checklists/routes.ts";
import { healthRoutes } from "../health/routes.ts";
import { onlyInService } from "../only-in-service.ts";
import { adminActionRoutes, adminMoneyActionRoutes } from "./actions/routes.ts";
import { admitAdministrators } from "./guard.ts";
import { metricsRoutes } from "./metrics/routes.ts";
import { adminMoneyRoutes } from "./money/routes.ts";
import { operationsRoutes } from "./operations/routes.ts";
import { adminSettingsRoutes } from "./settings/routes.ts";
import { adminAccountRoutes, adminLoginRoutes } from "./sign-in-routes.ts";
import { adminPracticeRoutes, adminUserRoutes } from "./users/routes.ts";

/** The API of the admin portal: below /api/admin. Only the sign-in is open to others than administrators. */
export const adminRoutes: FastifyPluginAsync<ApiServices> = async (app, options) => {
  // This plugin already has the prefix; the inner ones must not add it again.
  const services = { ...options, prefix: "" };
  await app.register(adminLoginRoutes, services);
  await app.register(async (inner) => {
    admitAdministrators(inner, services);
    await inner.register(adminAccountRoutes, services);
    await inner.register(adminActionRoutes, services);
    await inner.register(adminUserRoutes, { ...services, prefix: "/users" });
    await inner.register(adminPracticeRoutes, { ...services, prefix: "/practices" });
    await inner.register(metricsRoutes, services);
    await inner.register(async (money) => {
      onlyInService(money, services.config);
      await money.register(adminMoneyRoutes, services);
      await money.register(adminMoneyActionRoutes, services);
    });
    await inner.register(operationsRoutes, services);
    await inner.register(operatorChecklistRoutes, { ...services, prefix: "/checklist" });
    await inner.register(healthRoutes, services);
    await inner.register(adminSettingsRoutes, { ...services, prefix: "/settings" });
  });
};
