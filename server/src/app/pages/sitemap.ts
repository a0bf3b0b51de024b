import type { InstallationKind } from "@sheaf/contracts/installation.ts";
import { hasPage, type PageFacts, type PagePath, pages } from "@sheaf/contracts/pages.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../../platform/config/config.ts";
import { escapeHtml } from "../../platform/escape-html.ts";

/** Serves robots.txt and sitemap.xml. Search engines may index the public pages, but nothing of a demonstration. */
export function serveSitemap(app: FastifyInstance, config: Config): void {
  app.get("/robots.txt", { schema: { hide: true } }, async (request, reply) =>
    reply.type("text/plain; charset=utf-8").send(robots(config.demo, baseOf(request, config))),
  );
  app.get("/sitemap.xml", { schema: { hide: true } }, async (request, reply) =>
    reply.type("application/xml; charset=utf-8").send(sitemap(baseOf(request, config), config.installation)),
  );
}

/** Returns the address of this installation: the configured one, otherwise the one of this request. */
const baseOf = (request: FastifyRequest, config: Config) =>
  (config.publicUrl ?? `${request.protocol}://${request.host}`).replace(/\/+$/, "");

const entries = Object.entries(pages) as [PagePath, PageFacts][];
const publicPaths = entries.filter(([, { description }]) => description !== undefined).map(([path]) => path);

/** Returns the public paths. An own practice has no landing page: "/" redirects to the sign-in. */
const pathsFor = (kind: InstallationKind) =>
  publicPaths.filter((path) => hasPage(kind, path) && (kind === "service" || path !== "/"));

function robots(demo: boolean, base: string): string {
  const rules = demo ? "Disallow: /" : `Disallow: /api/\nSitemap: ${base}/sitemap.xml`;
  return `User-agent: *\n${rules}\n`;
}

function sitemap(base: string, kind: InstallationKind): string {
  const urls = pathsFor(kind)
    .map((path) => `  <url><loc>${escapeHtml(base + path)}</loc></url>`)
    .join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
}
