import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import type { Config } from "../config/config.ts";
import { AppError } from "../errors.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses requests that change data unless they come from Sheaf's own pages, according to the browser's headers. Other
 * clients, such as curl, send no Origin header and carry no browser's cookies, so they are allowed.
 */
export function refuseForeignOrigins(config: Pick<Config, "publicUrl">): onRequestAsyncHookHandler {
  const publicHost = config.publicUrl ? new URL(config.publicUrl).host : undefined;
  return async (request) => {
    if (safeMethods.has(request.method) || isOwnOrigin(request, publicHost)) return;
    throw new AppError(
      "foreign-origin",
      "This request came from another website. Open Sheaf in this browser and try again.",
    );
  };
}

/**
 * Hosts are compared without the scheme, because behind a proxy that terminates TLS this process receives plain HTTP.
 */
function isOwnOrigin(request: FastifyRequest, publicHost: string | undefined): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (origin === undefined) return site === undefined || site === "same-origin" || site === "none";
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === request.host || host === publicHost;
}
