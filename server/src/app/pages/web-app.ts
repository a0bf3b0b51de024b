import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { Preload } from "@sheaf/contracts/preload.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../platform/config/config.ts";
import { nothingHere } from "../../platform/errors.ts";
import { sessionCookie } from "../../platform/http/cookies.ts";
import { sendProblem } from "../../platform/http/errors.ts";
import { describeInstallation } from "../installation/describe.ts";
import { type BuiltPages, builtPagesOf } from "./built-pages.ts";
import { forVisitor, pageOf, withPreload } from "./page.ts";
import { type PreloadFor, preloadElement } from "./preload.ts";
import { pageRenderer } from "./rendered-pages.ts";
import { serveSitemap } from "./sitemap.ts";

export const builtPages = resolve(import.meta.dirname, "../../../../web/dist");

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sheaf</title>
<h1>The web pages have not been built</h1>
<p>The API is running. Stop it and use <code>./sheaf start</code>, which builds the pages, or run
<code>npm run build --workspace web</code> and start again.</p></html>`;

/**
 * Serves the built web app. Its router runs in the browser, so every GET outside /api that is not a file returns the
 * same page with a head for its address; public pages are rendered on the server.
 * @param folder with index.html and assets/ whose names contain a hash of their content
 * @param preloadFor reads the API responses that a signed-in member's page contains
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  config: Config,
  preloadFor: PreloadFor,
): Promise<void> {
  const index = join(folder, "index.html");
  const built = existsSync(index);
  serveSitemap(app, config);
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      // Files are looked up at each request, so that a page works that was built while the server runs.
      allowedPath: (path) => path !== "/index.html" && !path.startsWith("/rendering/"),
      cacheControl: false,
      setHeaders: (reply, path) => {
        const immutable = path.startsWith(join(folder, "assets"));
        reply.header("cache-control", immutable ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
  }

  const readPages = builtPagesOf(folder, app.log);
  const renderPage = pageRenderer(config, app.log);

  async function sendPage(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const [pages, answers] = await Promise.all([readPages(), preloadFor(request, path)]);
    const visitor = answers === null || !request.cookies[sessionCookie];
    reply
      .headers({ "cache-control": answers ? "no-store" : "no-cache", vary: "cookie" })
      .type("text/html; charset=utf-8");

    const rendered = await renderPage(pages, request.url, visitor);
    if (rendered) {
      reply.header("etag", rendered.etag);
      return request.headers["if-none-match"] === rendered.etag ? reply.code(304).send() : reply.send(rendered.html);
    }
    const preview = answers ? previewOf(pages, path, answers) : undefined;
    const { status, html } = pageOf(pages.index, path, config, pages.parts, { preview });
    return reply.code(status).send(visitor ? forVisitor(html) : withPreload(html, answers && preloadElement(answers)));
  }

  function previewOf(pages: BuiltPages, path: string, answers: Preload): string | undefined {
    try {
      return pages.renderPreview?.(path, { installation: describeInstallation(config), answers });
    } catch (error) {
      app.log.error({ err: error, path }, "A page could not be rendered");
      return undefined;
    }
  }

  // The static file server would treat "/" as a folder, not as a page.
  if (built) {
    app.get("/", { schema: { hide: true } }, async (request, reply) =>
      // An own practice needs no landing page: its users want to sign in.
      config.installation === "practice" ? reply.redirect("/auth", 302) : sendPage(request, reply, "/"),
    );
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    const page =
      (request.method === "GET" || request.method === "HEAD") && path !== "/api" && !path.startsWith("/api/");
    // For a missing script, the response must not be a page: the browser would report a syntax error instead of "not
    // found".
    if (!page || path.startsWith("/assets/")) {
      return sendProblem(reply, nothingHere());
    }
    if (!built) return reply.code(503).type("text/html; charset=utf-8").send(notBuilt);
    return sendPage(request, reply, path);
  });
}
