import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";
import { sendProblem } from "./errors.ts";

export const builtPages = resolve(import.meta.dirname, "../../../web/dist");

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sheaf</title>
<h1>The web pages have not been built</h1>
<p>The API is running. Stop it and use <code>./sheaf start</code>, which builds the pages, or run
<code>npm run build --workspace web</code> and start again.</p></html>`;

/**
 * The built web app. Its router lives in the browser, so every GET outside /api that is no file gets the one page.
 * @param folder with index.html and assets/ whose names carry a hash of their content
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, "index.html"));
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      // Files are looked up when asked for, so that a page built anew beside a running server is whole.
      index: ["index.html"],
      cacheControl: false,
      setHeaders: (reply, path) => {
        const forEver = path.startsWith(join(folder, "assets"));
        reply.header("cache-control", forEver ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
  }

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    const page =
      (request.method === "GET" || request.method === "HEAD") && path !== "/api" && !path.startsWith("/api/");
    // A missing script must not be answered with a page: the browser would report nonsense instead of "not found".
    if (!page || path.startsWith("/assets/")) {
      return sendProblem(reply, new AppError("not-found", "There is nothing at this address."));
    }
    if (!built) return reply.code(503).type("text/html; charset=utf-8").send(notBuilt);
    return reply.sendFile("index.html");
  });
}
