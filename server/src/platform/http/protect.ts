import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import underPressure from "@fastify/under-pressure";
import { MB } from "@sheaf/contracts/limits.ts";
import { pagePath } from "@sheaf/contracts/pages.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";
import { AppError } from "../errors.ts";
import { addressGroup } from "./address-group.ts";
import { isApi } from "./api-request.ts";
import { sessionCookie } from "./cookies.ts";
import { refuseForeignOrigins } from "./origin.ts";

/**
 * Sources that PayPal's script needs: https://developer.paypal.com/sdk/js/best-practices. Its advice to allow inline
 * scripts is not followed.
 */
function payPalSources({ payPal }: Config): string[] {
  if (!payPal) return [];
  const { origin, hostname } = new URL(payPal.scriptUrl);
  const isPayPal = hostname === "paypal.com" || hostname.endsWith(".paypal.com");
  return isPayPal ? ["https://*.paypal.com", "https://*.paypalobjects.com"] : [origin];
}

/**
 * Returns whether a request is for a page of a signed-in user. Such a page embeds API responses and so queries the
 * database, like the API. Cookies are not parsed yet at this point.
 */
function isSignedInPage({ url, headers }: FastifyRequest): boolean {
  return pagePath(url.split("?")[0] ?? "") !== undefined && headers.cookie?.includes(`${sessionCookie}=`) === true;
}

/** Protects all routes: security headers, rate and load limits, and the Origin check of requests that change data. */
export async function protect(app: FastifyInstance, config: Config): Promise<void> {
  const payPal = payPalSources(config);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...payPal],
        // Menus and toasts are positioned with style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:", ...payPal],
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'", ...payPal],
        // The preview shows a PDF in a frame.
        frameSrc: ["'self'", "blob:", ...payPal],
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        // On plain HTTP this directive would make the pages unreachable.
        ...(config.secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: config.secure ? { maxAge: 31_536_000 } : false,
    // PayPal's window sends the payer's choice to the page that opened it.
    crossOriginOpenerPolicy: config.secure
      ? { policy: config.payPal ? "same-origin-allow-popups" : "same-origin" }
      : false,
    originAgentCluster: config.secure,
    frameguard: { action: "sameorigin" },
    referrerPolicy: { policy: "same-origin" },
  });

  await app.register(rateLimit, {
    max: config.requestsPerMinute,
    timeWindow: 60_000,
    allowList: (request) => !isApi(request) && !isSignedInPage(request),
    keyGenerator: (request) => addressGroup(request.ip),
    errorResponseBuilder: (_, { ttl }) =>
      new AppError("too-many-requests", "Too many requests from this address. Wait a minute and try again.", {
        retryAfterSeconds: ttl / 1000,
      }),
  });

  await app.register(underPressure, {
    maxEventLoopDelay: config.busyAtMs,
    maxRssBytes: config.busyAtMb * MB,
    sampleInterval: 1_000,
    pressureHandler: (request) => {
      if (request.url === "/healthz" || request.url === "/readyz") return;
      throw new AppError("service-busy", "Sheaf is very busy. Try again in a moment.", { retryAfterSeconds: 5 });
    },
  });

  app.addHook("onRequest", refuseForeignOrigins(config));
}
