import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../../platform/config/config.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import type { Administrator } from "./administrator.ts";
import { findAdministrator } from "./sessions.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Null where no valid bearer token came. A cookie never makes one. */
    administrator: Administrator | null;
  }
  interface FastifyContextConfig {
    /** Answered also while the administrator has no second factor: what sets it up, and signing out. */
    beforeSecondFactor?: true;
  }
}

/**
 * Everything that is registered on `app` from now on is for administrators alone, and but for routes marked
 * `beforeSecondFactor` for those who have set up a second factor.
 */
export function admitAdministrators(app: FastifyInstance, { db, config }: Pick<Services, "config" | "db">): void {
  app.addHook("onRoute", (route) => {
    route.schema = { ...route.schema, security: [{ administrator: [] }] };
  });
  app.addHook("onRequest", async (request) => {
    const token = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? "")?.[1];
    const found = token === undefined ? null : await findAdministrator(db, token);
    request.administrator = found && { ...found, address: request.ip };
    const { secondFactor } = requireAdmin(request);
    if (secondFactor || !requiresSecondFactor(config) || request.routeOptions.config.beforeSecondFactor) return;
    throw new AppError("second-factor-required", "Set up two-factor sign-in before you use the portal.");
  });
}

/** Whoever tries the demonstration has no authenticator app for it, and finds nobody's data there. */
export const requiresSecondFactor = ({ demo }: Pick<Config, "demo">): boolean => !demo;

/** @throws AppError admin-needed */
export function requireAdmin(request: FastifyRequest): Administrator {
  if (!request.administrator) throw new AppError("admin-needed", "Admin authentication expired. Sign in again.");
  return request.administrator;
}
