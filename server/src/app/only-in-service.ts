import type { FastifyInstance } from "fastify";
import type { Config } from "../platform/config/config.ts";
import { AppError } from "../platform/errors.ts";

/**
 * Everything that is registered on `app` from now on is about money. An installation for its own practice has nothing
 * at these addresses. The kind can change while the process runs, so each request asks for it.
 */
export function onlyInService(app: FastifyInstance, config: Config): void {
  app.addHook("onRequest", async () => {
    if (config.installation === "practice") throw new AppError("not-found", "There is nothing at this address.");
  });
}
