import { health } from "@sheaf/contracts/admin/health.ts";
import { mailTestResult } from "@sheaf/contracts/admin/installation-settings.ts";
import {
  setUpCodeInput,
  setUpDone,
  setUpFacts,
  setUpInput,
  setUpMailTest,
  setUpState,
} from "@sheaf/contracts/set-up.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { setDeviceCookie, setSessionCookie } from "../../platform/http/cookies.ts";
import type { Services } from "../../platform/services.ts";
import { examineInstallation } from "../health/examine-installation.ts";
import { requireSetUpCode, signInPath } from "./check-code.ts";
import { setUpFacts as factsOf } from "./facts.ts";
import { finishSetUp } from "./finish.ts";
import { findOpenSetUp } from "./state.ts";
import { testSetUpMail } from "./test-mail.ts";

const tags = ["set-up"];

/** The set-up of a new installation in the browser: below /api/set-up. All routes except the state require the code. */
export const setUpRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { config, db } = services;

  app.get("/", { schema: { tags, response: { 200: setUpState } } }, async () => {
    const open = (await findOpenSetUp(db, config)) !== undefined;
    return { open, signInAt: open ? null : signInPath(config.installation) };
  });

  const check = { tags, body: setUpCodeInput, response: { 200: setUpFacts } };
  app.post("/check", { schema: check }, async ({ body }) => {
    await requireSetUpCode(services, body.code);
    return factsOf(config);
  });

  const examine = { tags, body: setUpCodeInput, response: { 200: health } };
  app.post("/health", { schema: examine }, async ({ body }) => {
    await requireSetUpCode(services, body.code);
    return examineInstallation(services);
  });

  const test = { tags, summary: "Send a test email", body: setUpMailTest, response: { 200: mailTestResult } };
  app.post("/test-email", { schema: test }, async ({ body, ip }) => testSetUpMail(services, body, ip));

  const finish = {
    tags,
    summary: "Create the first administrator and, for an own practice, the practice with its owner",
    body: setUpInput,
    response: { 201: setUpDone },
  };
  app.post("/", { schema: finish }, async (request, reply) => {
    const place = { address: request.ip, userAgent: request.headers["user-agent"] ?? "" };
    const { done, sessionToken, device } = await finishSetUp(services, request.body, place);
    if (sessionToken) setSessionCookie(reply, sessionToken, config);
    setDeviceCookie(reply, device, config);
    return done;
  });
};
