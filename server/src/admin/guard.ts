import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Db } from "../db/connect.ts";
import { AppError } from "../errors.ts";
import { findAdministrator } from "./sessions.ts";

/** Who is asking: somebody who runs the installation. */
export interface Administrator {
  adminId: string;
  name: string;
  email: string;
  role: string;
  /** The session's public name, not its token. */
  sessionId: string;
  /** Where the request came from. */
  address: string;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null where no valid bearer token came. A cookie never makes one. */
    administrator: Administrator | null;
  }
}

/** Everything that is registered on `app` from now on is for administrators alone. */
export function admitAdministrators(app: FastifyInstance, db: Db): void {
  app.addHook("onRoute", (route) => {
    route.schema = { ...route.schema, security: [{ administrator: [] }] };
  });
  app.addHook("onRequest", async (request) => {
    const token = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? "")?.[1];
    const found = token === undefined ? null : await findAdministrator(db, token);
    request.administrator = found && { ...found, address: request.ip };
    requireAdmin(request);
  });
}

/** @throws AppError admin-needed */
export function requireAdmin(request: FastifyRequest): Administrator {
  if (!request.administrator) throw new AppError("admin-needed", "Admin authentication expired. Sign in again.");
  return request.administrator;
}
