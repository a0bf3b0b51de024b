import {
  companyInput,
  installationSettings,
  kindInput,
  mailSettingsInput,
  mailTestInput,
  mailTestResult,
} from "@sheaf/contracts/admin/installation-settings.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { requireAdmin } from "../guard.ts";
import { getSettings, putCompany, putKind, putMail, type SettingsServices, testMail } from "./settings.ts";

/** The installation's settings, as far as the browser may change them: below /api/admin/settings. */
export const adminSettingsRoutes: FastifyPluginAsyncZod<SettingsServices> = async (app, services) => {
  const tags = ["admin"];
  const answer = { tags, response: { 200: installationSettings } };

  app.get("/", { schema: answer }, async () => getSettings(services));

  app.put("/kind", { schema: { ...answer, body: kindInput } }, async (request) => {
    await putKind(services, requireAdmin(request), request.body);
    return getSettings(services);
  });

  app.put("/company", { schema: { ...answer, body: companyInput } }, async (request) => {
    await putCompany(services, requireAdmin(request), request.body);
    return getSettings(services);
  });

  app.put("/mail", { schema: { ...answer, body: mailSettingsInput } }, async (request) => {
    await putMail(services, requireAdmin(request), request.body);
    return getSettings(services);
  });

  const test = { tags, body: mailTestInput, response: { 200: mailTestResult } };
  app.post("/test-email", { schema: test }, async (request) => testMail(services, requireAdmin(request), request.body));
};
