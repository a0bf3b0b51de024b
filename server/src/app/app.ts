import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { describeApi } from "../platform/http/api-docs.ts";
import { isApi } from "../platform/http/api-request.ts";
import { readOwnCookies } from "../platform/http/cookies.ts";
import { respondAsDeclared } from "../platform/http/declared-status.ts";
import { answerError, answerUnroutableRequest } from "../platform/http/errors.ts";
import { scannerCheck, serveHealth, serviceChecks } from "../platform/http/health.ts";
import { protect } from "../platform/http/protect.ts";
import { logRequests } from "../platform/http/request-log.ts";
import { closeSlowConnections, defaultTimeouts, serverTimeouts } from "../platform/http/slow-clients.ts";
import { refuseInvalidText } from "../platform/http/valid-text.ts";
import { newId } from "../platform/ids.ts";
import { measureRequests } from "../platform/observe/requests.ts";
import { traceRequests } from "../platform/observe/trace-requests.ts";
import { describeConverting } from "../platform/queue/workers.ts";
import type { ApiServices } from "../platform/services.ts";
import { installationRoutes } from "./installation/describe.ts";
import { preloadFor } from "./pages/preload.ts";
import { builtPages, serveWebApp } from "./pages/web-app.ts";
import { registerSlices } from "./routes.ts";
import { guardSetUp } from "./set-up/gate.ts";

/**
 * Builds the server with the API and the web app, ready to listen.
 * @param options.pages folder of the built web app
 * @param options.slices registers other routes than Sheaf's own, for tests
 * @param options.stopping aborted when this process is about to stop: /readyz then fails, and responses close their
 *   connection
 */
export async function buildApp(
  services: ApiServices,
  options: { pages?: string; slices?: typeof registerSlices; stopping?: AbortSignal } = {},
): Promise<FastifyInstance> {
  const { config, log } = services;
  const timeouts = defaultTimeouts(config);
  const app: FastifyInstance = Fastify({
    ...serverTimeouts(timeouts),
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    trustProxy: config.trustedProxies > 0 && ((_address, hop) => hop < config.trustedProxies),
    frameworkErrors: answerUnroutableRequest,
    genReqId: () => newId(),
    bodyLimit: 1_048_576,
    // Closing the server also closes open streams (events, downloads), so that they do not delay the exit.
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  respondAsDeclared(app);
  app.decorateRequest("member", null);
  app.decorateRequest("administrator", null);
  app.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
    if (options.stopping?.aborted) reply.header("connection", "close");
    if (isApi(request) && !reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  });

  closeSlowConnections(app, timeouts);
  logRequests(app);
  measureRequests(app);
  traceRequests(app);
  await protect(app, config);
  guardSetUp(app, services);
  refuseInvalidText(app);
  await app.register(cookie);
  app.addHook("onRequest", readOwnCookies(config));
  await app.register(compress, { threshold: 1024, encodings: ["gzip", "identity"] });
  await describeApi(app);

  const process = async () => {
    if (options.stopping?.aborted) throw new Error("about to stop");
  };
  serveHealth(
    app,
    { process, ...serviceChecks(services) },
    {
      workers: () => describeConverting(services.db),
      ...scannerCheck(services),
    },
  );
  await app.register(installationRoutes, { prefix: "/api/installation", config });
  await (options.slices ?? registerSlices)(app, services);
  await serveWebApp(app, options.pages ?? builtPages, config, preloadFor(services));
  return app;
}
