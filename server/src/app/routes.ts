import type { FastifyInstance } from "fastify";
import { type FindMember, loadMember } from "../domain/access/member.ts";
import { findMember } from "../domain/accounts/index.ts";
import { accountRoutes } from "../domain/accounts/routes.ts";
import { securityRoutes } from "../domain/accounts/security-routes.ts";
import { dialogRoutes } from "../domain/arrivals/channels/dialog/routes.ts";
import { claimRoutes, guestOrderRoutes } from "../domain/billing/guests/routes.ts";
import { orderRoutes, payPalWebhookRoutes } from "../domain/billing/orders/routes.ts";
import { receiptRoutes } from "../domain/billing/receipts/routes.ts";
import { refundRoutes } from "../domain/billing/refunds/routes.ts";
import { billingRoutes, subscriptionRoutes, usageRoutes } from "../domain/billing/routes.ts";
import { customerRoutes } from "../domain/customers/routes.ts";
import { webhookRoutes } from "../domain/delivery/events/routes.ts";
import { countDeliveries, isUnderWay } from "../domain/delivery/index.ts";
import { mailRoutes } from "../domain/delivery/mail-routes.ts";
import { inboundRoutes } from "../domain/delivery/replies/routes.ts";
import { deliveryRoutes } from "../domain/delivery/routes.ts";
import { countFilesThisMonth } from "../domain/job-views/lists/count-this-month.ts";
import { lastJobs } from "../domain/job-views/lists/last-jobs.ts";
import { jobListRoutes } from "../domain/job-views/lists/list-routes.ts";
import { jobViewRoutes } from "../domain/job-views/routes.ts";
import { getJob } from "../domain/job-views/service.ts";
import { forgetCustomer } from "../domain/jobs/index.ts";
import { jobRoutes } from "../domain/jobs/routes.ts";
import { sampleRoutes } from "../domain/jobs/sample/sample-routes.ts";
import { memberRoutes } from "../domain/members/routes.ts";
import { notificationRoutes } from "../domain/notifications/notification-routes.ts";
import { pagePictureRoutes } from "../domain/readings/pages/picture-routes.ts";
import { readingRoutes } from "../domain/readings/routes.ts";
import { settingsRoutes } from "../domain/settings/routes.ts";
import type { ApiServices } from "../platform/services.ts";
import { adminRoutes } from "./admin/routes.ts";
import { auditRoutes } from "./audit-trail/routes.ts";
import { changeRoutes } from "./changes/change-routes.ts";
import { eventRoutes } from "./changes/event-routes.ts";
import { checklistRoutes } from "./checklists/routes.ts";
import { accountEndRoutes } from "./closing/end-routes.ts";
import { demoRoutes } from "./demo/routes.ts";
import { onlyInService } from "./only-in-service.ts";
import { searchRoutes } from "./search/routes.ts";
import { setUpRoutes } from "./set-up/routes.ts";
import { linkRoutes } from "./sign-up/link-routes.ts";
import { signUpRoutes } from "./sign-up/routes.ts";
import { statsRoutes } from "./stats/routes.ts";
import { timelineRoutes } from "./timeline/routes.ts";

/**
 * Registers the routes. Each part of the API is one line: `app.register(customerRoutes, { prefix: "/api/customers",
 * ...services })`.
 */
export async function registerSlices(app: FastifyInstance, services: ApiServices): Promise<void> {
  const find: FindMember = (token, options) => findMember(services.db, token, options);
  app.addHook("onRequest", loadMember(find));

  await app.register(setUpRoutes, { prefix: "/api/set-up", ...services });
  await app.register(signUpRoutes, { prefix: "/api", ...services });
  await app.register(accountRoutes, { prefix: "/api", ...services });
  await app.register(linkRoutes, { prefix: "/api", ...services });
  await app.register(securityRoutes, { prefix: "/api", ...services });
  await app.register(accountEndRoutes, { prefix: "/api/account", ...services });
  await app.register(adminRoutes, { prefix: "/api/admin", ...services });
  await app.register(auditRoutes, { prefix: "/api/audit-log", ...services });
  const countFiles = (practiceId: string) => countFilesThisMonth(services.db, practiceId, services.config.timeZone);
  await app.register(usageRoutes, { prefix: "/api", ...services, countFiles });
  await app.register(moneyRoutes, services);
  await app.register(customerRoutes, { prefix: "/api/customers", ...services, forgetCustomer, lastJobs });
  await app.register(jobListRoutes, { prefix: "/api/jobs", ...services });
  await app.register(webhookRoutes, { prefix: "/api/webhooks", ...services });
  await app.register(inboundRoutes, { prefix: "/api/webhooks", ...services });
  await app.register(deliveryRoutes, { prefix: "/api", ...services, getJob });
  await app.register(timelineRoutes, { prefix: "/api/jobs", ...services });
  await app.register(jobViewRoutes, { prefix: "/api/jobs", ...services });
  await app.register(jobRoutes, { prefix: "/api/jobs", ...services, getJob, countDeliveries });
  await app.register(pagePictureRoutes, { prefix: "/api/jobs", ...services });
  await app.register(readingRoutes, { prefix: "/api/jobs", ...services, getJob, countDeliveries, isUnderWay });
  await app.register(dialogRoutes, { prefix: "/api/jobs", ...services });
  await app.register(sampleRoutes, { prefix: "/api/sample-job", ...services });
  await app.register(notificationRoutes, { prefix: "/api/notifications", ...services });
  await app.register(searchRoutes, { prefix: "/api/search", ...services });
  await app.register(mailRoutes, { prefix: "/api", ...services });
  await app.register(memberRoutes, { prefix: "/api", ...services });
  await app.register(settingsRoutes, { prefix: "/api/settings", ...services });
  await app.register(statsRoutes, { prefix: "/api", ...services });
  await app.register(demoRoutes, { prefix: "/api/demo", ...services });
  await app.register(checklistRoutes, { prefix: "/api/checklist", ...services });
  await app.register(changeRoutes, { prefix: "/api/changes", ...services });
  await app.register(eventRoutes, { prefix: "/api/events", ...services, findMember: find });
}

/** Routes about plans and payments. */
async function moneyRoutes(app: FastifyInstance, services: ApiServices): Promise<void> {
  onlyInService(app, services.config);
  await app.register(billingRoutes, { prefix: "/api", ...services });
  await app.register(subscriptionRoutes, { prefix: "/api/billing", ...services });
  await app.register(receiptRoutes, { prefix: "/api/payments", ...services });
  await app.register(refundRoutes, { prefix: "/api/refunds", ...services });
  await app.register(guestOrderRoutes, { prefix: "/api/guest-orders", ...services });
  await app.register(claimRoutes, { prefix: "/api/claims", ...services });
  await app.register(orderRoutes, { prefix: "/api/orders", ...services });
  await app.register(payPalWebhookRoutes, { prefix: "/api/webhooks", ...services });
}
