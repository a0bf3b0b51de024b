import { hash } from "node:crypto";
import { pagePath } from "@sheaf/contracts/pages.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../../platform/config/config.ts";
import { describeInstallation } from "../installation/describe.ts";
import type { BuiltPages } from "./built-pages.ts";
import { forVisitor, pageOf } from "./page.ts";

/** A page rendered on the server, ready to be sent. */
export interface RenderedPage {
  html: string;
  /** Differs whenever the page differs: by build, installation or kind of visitor. */
  etag: string;
}

/**
 * Pages that depend on the query, and that browsers with a session must not receive rendered. They are only rendered on
 * the server for visitors without a query.
 */
const visitorsOnly = new Set(["/auth"]);

/**
 * Returns a function that renders public pages. Each is rendered once for visitors and once for browsers with a session
 * cookie, whose owner is not looked up.
 * @returns undefined for pages that only the browser renders, and for pages whose rendering failed, which is logged
 */
export function pageRenderer(config: Config, log: FastifyBaseLogger) {
  let kept:
    | { built: BuiltPages; installation: string; rendered: Map<string, Promise<RenderedPage | undefined>> }
    | undefined;

  async function render(built: BuiltPages, path: string, visitor: boolean): Promise<RenderedPage | undefined> {
    const rendered = await built.renderPage?.(path, { installation: describeInstallation(config), visitor });
    if (rendered === undefined) return undefined;
    const page = pageOf(built.index, path, config, built.parts, { rendered }).html;
    const html = visitor ? forVisitor(page) : page;
    return { html, etag: `W/"${hash("sha256", html, "base64url")}"` };
  }

  return async (built: BuiltPages, url: string, visitor: boolean): Promise<RenderedPage | undefined> => {
    const [path = "", query] = url.split("?");
    if (pagePath(path, config.installation) !== path || (visitorsOnly.has(path) && (query !== undefined || !visitor)))
      return undefined;
    const installation = JSON.stringify(describeInstallation(config));
    if (kept?.built !== built || kept.installation !== installation)
      kept = { built, installation, rendered: new Map() };
    const key = `${visitor} ${path}`;
    const page =
      kept.rendered.get(key) ??
      render(built, path, visitor).catch((error: unknown) => {
        log.error({ err: error, path }, "A page could not be rendered");
        return undefined;
      });
    kept.rendered.set(key, page);
    return page;
  };
}
