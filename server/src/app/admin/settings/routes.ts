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

/** The settings of the installation that can be changed in the browser: below /api/admin/settings. */
export const adminSettingsRoutes: FastifyPluginAsyncZod<SettingsServices> = async (app, services) => {
  const tags = ["admin"];
  const settingsSchema = { tags, response: { 200: installationSettings } };

  app.get("/", { schema: settingsSchema }, async () => getSettings(services));

  app.put("/kind", { schema: { ...settingsSchema, body: kindInput } }, async (request) => {
    await putKind(services, requireAdmin(request), request.body);
    return getSettings(services);
  });

  app.put("/company", { schema: { ...settingsSchema, body: companyInput } }, async (request) => {
    await putCompany(services, requireAdmin(request), request.body);
    return getSettings(services);
  });

  app.put("/mail", { schema: { ...settingsSchema, body: mailSettingsInput } }, async (request) => {
    await putMail(services, requireAdmin(request), request.body);
    return getSettings(services);
  });

  const test = { tags, body: mailTestInput, response: { 200: mailTestResult } };
  app.post("/test-email", { schema: test }, async (request) => testMail(services, requireAdmin(request), request.body));
};
