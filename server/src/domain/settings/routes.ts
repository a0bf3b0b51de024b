import { readingLanguages, settings, settingsChange } from "@sheaf/contracts/settings.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Services } from "../../platform/services.ts";
import { membersOnly, requireMember } from "../access/member.ts";
import { listReadingLanguages } from "./reading-languages.ts";
import { changeSettings, getSettings } from "./service.ts";

/** Routes of the settings, below /api/settings: defaults of uploads, retention of files, sign-in timeout and theme. */
export const settingsRoutes: FastifyPluginAsyncZod<Pick<Services, "db" | "queue">> = async (app, services) => {
  const { db } = services;
  const tags = ["settings"];
  app.addHook("preValidation", membersOnly);

  app.get("/", { schema: { tags, response: { 200: settings } } }, async (request) =>
    getSettings(db, requireMember(request)),
  );

  app.get("/reading-languages", { schema: { tags, response: { 200: readingLanguages } } }, async (request) => {
    requireMember(request);
    return { languages: await listReadingLanguages(db) };
  });

  app.put("/", { schema: { tags, body: settingsChange, response: { 200: settings } } }, async (request) =>
    changeSettings(services, requireMember(request), request.body),
  );
};
