import { readingLanguages, settings, settingsChange } from "@sheaf/contracts/settings.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Db } from "../../platform/db/connect.ts";
import { membersOnly, requireMember } from "../access/member.ts";
import { listReadingLanguages } from "./reading-languages.ts";
import { changeSettings, getSettings } from "./service.ts";

/** Routes of the settings, below /api/settings: defaults of uploads, retention of files, sign-in timeout and theme. */
export const settingsRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
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
    changeSettings(db, requireMember(request), request.body),
  );
};
