import { pagePath } from "@sheaf/contracts/pages.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/errors.ts";
import { isApi } from "../../platform/http/api-request.ts";
import type { Services } from "../../platform/services.ts";
import { signInPath } from "./check-code.ts";
import { findOpenSetUp } from "./state.ts";

const page = "/set-up";
/** What a browser asks for while nobody has an account. */
const openApi = /^\/api\/(set-up|installation)(\/|$)/;

/**
 * While set-up is open, every page leads to it and the rest of the API is refused: nobody signs up, and nobody takes
 * the installation, before its operator has. Once it has ended, its page leads to where one signs in.
 */
export function guardSetUp(app: FastifyInstance, { config, db, log }: Pick<Services, "config" | "db" | "log">): void {
  // It ends once and for all, so nothing is asked after that.
  let ended = false;
  async function isOpen(): Promise<boolean> {
    if (!ended) ended = (await findOpenSetUp(db, config)) === undefined;
    return !ended;
  }

  app.addHook("onRequest", async (request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    if (isApi(request)) {
      // By the route that was found: an address may be written in many ways.
      if (openApi.test(request.routeOptions.url ?? "") || !(await isOpen())) return;
      throw new AppError(
        "set-up-first",
        "This installation has not been set up yet. Open the address that it printed when it started.",
      );
    }
    if (!isPage(request, path)) return;
    // A page alone gives nothing away, so it is served while the database cannot be asked.
    const open = await isOpen().catch((error: unknown) =>
      log.warn({ err: error }, "It is not known whether set-up has ended"),
    );
    if (open === undefined) return;
    const isSetUp = pagePath(path) === page;
    if (open && !isSetUp) return lead(reply, page);
    if (!open && isSetUp) return lead(reply, signInPath(config.installation));
  });
}

const isPage = ({ method }: FastifyRequest, path: string): boolean =>
  (method === "GET" || method === "HEAD") && pagePath(path) !== undefined;

const lead = (reply: FastifyReply, path: string) => reply.header("cache-control", "no-store").redirect(path);
