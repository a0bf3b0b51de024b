import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import type { Config } from "../config/config.ts";
import { AppError } from "../errors.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Requests that change something must come from Sheaf's own pages: a browser says where they come from, and another
 * site's are refused. A program (curl) sends no Origin and carries no browser's cookies, so it passes.
 */
export function refuseForeignOrigins(config: Pick<Config, "publicUrl">): onRequestAsyncHookHandler {
  const publicHost = config.publicUrl ? new URL(config.publicUrl).host : undefined;
  return async (request) => {
    if (safeMethods.has(request.method) || isOurs(request, publicHost)) return;
    throw new AppError(
      "foreign-origin",
      "This request came from another website. Open Sheaf in this browser and try again.",
    );
  };
}

/** Hosts are compared without the scheme: behind a proxy that ends TLS, this process sees plain HTTP. */
function isOurs(request: FastifyRequest, publicHost: string | undefined): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (origin === undefined) return site === undefined || site === "same-origin" || site === "none";
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === request.host || host === publicHost;
}
