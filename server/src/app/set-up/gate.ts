import { pagePath } from "@sheaf/contracts/pages.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/errors.ts";
import { isApi } from "../../platform/http/api-request.ts";
import type { Services } from "../../platform/services.ts";
import { signInPath } from "./check-code.ts";
import { findOpenSetUp } from "./state.ts";

const page = "/set-up";
/** The API that is open before there is any account. */
const openApi = /^\/api\/(set-up|installation)(\/|$)/;

/**
 * While set-up is open, redirects every page to it and refuses the rest of the API, so that nobody can sign up or take
 * over the installation before its operator has set it up. After set-up, redirects its page to the sign-in.
 */
export function guardSetUp(app: FastifyInstance, { config, db, log }: Pick<Services, "config" | "db" | "log">): void {
  // Set-up ends only once, so the database is not queried after that.
  let ended = false;
  async function isOpen(): Promise<boolean> {
    if (!ended) ended = (await findOpenSetUp(db, config)) === undefined;
    return !ended;
  }

  app.addHook("onRequest", async (request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    if (isApi(request)) {
      // Checks the route that was matched, because one address can be written in several ways.
      if (openApi.test(request.routeOptions.url ?? "") || !(await isOpen())) return;
      throw new AppError(
        "set-up-first",
        "This installation has not been set up yet. Open the address that it printed when it started.",
      );
    }
    if (!isPage(request, path)) return;
    // A page alone contains no data, so it is served when the database is unavailable.
    const open = await isOpen().catch((error: unknown) =>
      log.warn({ err: error }, "The state of the set-up could not be read"),
    );
    if (open === undefined) return;
    const isSetUp = pagePath(path) === page;
    if (open && !isSetUp) return redirectTo(reply, page);
    if (!open && isSetUp) return redirectTo(reply, signInPath(config.installation));
  });
}

const isPage = ({ method }: FastifyRequest, path: string): boolean =>
  (method === "GET" || method === "HEAD") && pagePath(path) !== undefined;

const redirectTo = (reply: FastifyReply, path: string) => reply.header("cache-control", "no-store").redirect(path);
