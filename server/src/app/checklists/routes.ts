import { operatorChecklist, ownerChecklist } from "@sheaf/contracts/checklists.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { membersOnly, requireMember, requireOwner } from "../../domain/access/member.ts";
import { dismissChecklist } from "../../domain/accounts/index.ts";
import { noContent } from "../../platform/http/no-content.ts";
import type { Services } from "../../platform/services.ts";
import { requireAdmin } from "../admin/guard.ts";
import { dismissOperatorChecklist, getOperatorChecklist } from "../admin/operator-checklist.ts";
import { getOwnerChecklist } from "./owner-checklist.ts";

/** First steps of a practice's owner: below /api/checklist. */
export const checklistRoutes: FastifyPluginAsyncZod<Pick<Services, "db">> = async (app, { db }) => {
  const tags = ["checklist"];
  app.addHook("preValidation", membersOnly);

  const list = { tags, summary: "List the first steps until all are done", response: { 200: ownerChecklist } };
  app.get("/", { schema: list }, async (request) => getOwnerChecklist(db, requireMember(request)));

  const dismiss = { tags, summary: "Hide the first steps", response: { 204: noContent } };
  app.post("/dismiss", { schema: dismiss }, async (request) => dismissChecklist(db, requireOwner(request)));
};

/** First steps of the installation's administrators: below /api/admin/checklist. */
export const operatorChecklistRoutes: FastifyPluginAsyncZod<Pick<Services, "config" | "db">> = async (
  app,
  { config, db },
) => {
  const tags = ["admin"];
  const list = { tags, summary: "List the first steps until all are done", response: { 200: operatorChecklist } };
  app.get("/", { schema: list }, async (request) => getOperatorChecklist(db, config, requireAdmin(request).adminId));

  const dismiss = { tags, summary: "Hide the first steps", response: { 204: noContent } };
  app.post("/dismiss", { schema: dismiss }, async (request) =>
    dismissOperatorChecklist(db, requireAdmin(request).adminId),
  );
};
