import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../../platform/config/config.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import type { Administrator } from "./administrator.ts";
import { findAdministrator } from "./sessions.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Null without a valid bearer token. Cookies are ignored. */
    administrator: Administrator | null;
  }
  interface FastifyContextConfig {
    /**
     * Whether the route is also open to administrators without a second factor: the routes that set it up, and signing
     * out.
     */
    beforeSecondFactor?: true;
  }
}

/**
 * Restricts all routes that are registered on `app` after this call to administrators. Routes that are not marked
 * `beforeSecondFactor` also require that the administrator has set up a second factor.
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

/**
 * Returns whether administrators need a second factor. A demonstration holds only invented data, and its visitors have
 * not set up an authenticator app.
 */
export const requiresSecondFactor = ({ demo }: Pick<Config, "demo">): boolean => !demo;

/** @throws AppError admin-needed */
export function requireAdmin(request: FastifyRequest): Administrator {
  if (!request.administrator) throw new AppError("admin-needed", "Admin authentication expired. Sign in again.");
  return request.administrator;
}
