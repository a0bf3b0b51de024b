import { hash } from "node:crypto";
import { pagePath } from "@sheaf/contracts/pages.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../../platform/config/config.ts";
import { describeInstallation } from "../installation/describe.ts";
import type { BuiltPages } from "./built-pages.ts";
import { forVisitor, pageOf } from "./page.ts";

/** A page that was drawn here, ready to be sent. */
export interface DrawnPage {
  html: string;
  /** Another one where anything of the page is another: the build, the installation, who it is for. */
  etag: string;
}

/** Shows something else for another query, and nothing to whoever may be signed in: only the browser draws it then. */
const forPlainVisits = new Set(["/auth"]);

/**
 * Draws public pages, each once for visitors and once for browsers with a session (whoever they belong to: it is not
 * looked at).
 * @returns undefined for what only the browser draws; a page that fails to be drawn is one of them, and is logged
 */
export function pageDrawer(config: Config, log: FastifyBaseLogger) {
  let kept: { built: BuiltPages; installation: string; drawn: Map<string, Promise<DrawnPage | undefined>> } | undefined;

  async function draw(built: BuiltPages, path: string, visitor: boolean): Promise<DrawnPage | undefined> {
    const drawn = await built.draw?.(path, { installation: describeInstallation(config), visitor });
    if (drawn === undefined) return undefined;
    const page = pageOf(built.index, path, config, built.parts, { drawn }).html;
    const html = visitor ? forVisitor(page) : page;
    return { html, etag: `W/"${hash("sha256", html, "base64url")}"` };
  }

  return async (built: BuiltPages, url: string, visitor: boolean): Promise<DrawnPage | undefined> => {
    const [path = "", query] = url.split("?");
    if (pagePath(path, config.installation) !== path || (forPlainVisits.has(path) && (query !== undefined || !visitor)))
      return undefined;
    const installation = JSON.stringify(describeInstallation(config));
    if (kept?.built !== built || kept.installation !== installation) kept = { built, installation, drawn: new Map() };
    const key = `${visitor} ${path}`;
    const page =
      kept.drawn.get(key) ??
      draw(built, path, visitor).catch((error: unknown) => {
        log.error({ err: error, path }, "A page could not be drawn");
        return undefined;
      });
    kept.drawn.set(key, page);
    return page;
  };
}
