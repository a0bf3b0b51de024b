import type { FastifyInstance } from "fastify";
import type { Config } from "../platform/config/config.ts";
import { nothingHere } from "../platform/errors.ts";

/**
 * Makes all routes registered on `app` after this call respond with not-found in an installation for its own practice:
 * they are about payments. The kind is checked at each request, because it can change while the process runs.
 */
export function onlyInService(app: FastifyInstance, config: Config): void {
  app.addHook("onRequest", async () => {
    if (config.installation === "practice") throw nothingHere();
  });
}
