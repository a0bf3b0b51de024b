import { id } from "@sheaf/contracts/fields.ts";
import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { noContent } from "../../../platform/http/no-content.ts";
import type { Services } from "../../../platform/services.ts";
import type { Administrator } from "../administrator.ts";
import { requireAdmin } from "../guard.ts";

export type ActionServices = Pick<Services, "config" | "db" | "key" | "log" | "mail" | "queue">;

/** An action of an administrator on the object with this id. The input contains the reason. */
export type AdminActionHandler<Input = { reason: string }> = (
  services: ActionServices,
  administrator: Administrator,
  id: string,
  input: Input,
) => Promise<void>;

/** Registers an admin action as a POST route. @param url for example "/users/:id/suspend" */
export function addAdminAction<Body extends z.ZodType>(
  app: FastifyInstance,
  services: ActionServices,
  url: string,
  body: Body,
  handler: AdminActionHandler<z.output<Body>>,
): void {
  const schema = { tags: ["admin"], params: z.object({ id }), body, response: { 204: noContent } };
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.post(url, { schema }, async (request) =>
    handler(services, requireAdmin(request), request.params.id, request.body as z.output<Body>),
  );
}
