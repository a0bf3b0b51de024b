import { notification, notificationQuery, notificationsSeen } from "@sheaf/contracts/notifications.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { noContent } from "../../platform/http/no-content.ts";
import type { Services } from "../../platform/services.ts";
import { membersOnly, requireMember } from "../access/member.ts";
import { markNotificationsSeen } from "../accounts/index.ts";
import { listNotifications } from "./notifications.ts";

const tags = ["notifications"];

/** Routes of the notifications in the bell menu, below /api/notifications. */
export const notificationRoutes: FastifyPluginAsyncZod<Pick<Services, "db">> = async (app, { db }) => {
  app.addHook("preValidation", membersOnly);

  const list = {
    tags,
    summary: "List the jobs that have ended or need attention, latest first",
    description:
      "X-Unseen-Count is the number of jobs that have needed attention since the notifications were last read.",
    querystring: notificationQuery,
    response: { 200: z.array(notification) },
  };
  app.get("/", { schema: list }, async (request, reply) => {
    const { notifications, unseen } = await listNotifications(db, requireMember(request), request.query.limit);
    reply.header("x-unseen-count", unseen);
    return notifications;
  });

  const seen = { tags, body: notificationsSeen, response: { 204: noContent } };
  app.post("/seen", { schema: seen }, async (request) =>
    markNotificationsSeen(db, requireMember(request), new Date(request.body.until)),
  );
};
