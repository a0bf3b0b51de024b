import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RenderPage, RenderPreview } from "@sheaf/contracts/pages.ts";
import type { FastifyBaseLogger } from "fastify";
import type { PageParts } from "./page.ts";

/** The result of a build of the web app. */
export interface BuiltPages {
  /** index.html */
  index: string;
  parts: PageParts;
  /** Renders public pages; undefined when the build contains no renderer. */
  renderPage: RenderPage | undefined;
  renderPreview: RenderPreview | undefined;
}

/**
 * Returns a function that reads a build once, and again when it was replaced while the server runs.
 * @param folder with index.html; parts.json and rendering/ may be missing
 * @param log receives an error when the renderer cannot be loaded: the browser then renders all pages
 * @returns the same object as long as the build is the same
 */
export function builtPagesOf(folder: string, log: FastifyBaseLogger): () => Promise<BuiltPages> {
  const index = join(folder, "index.html");
  let known: { mark: string; pages: Promise<BuiltPages> } | undefined;
  return async () => {
    const { mtimeMs, ino } = await stat(index);
    const mark = `${mtimeMs}-${ino}`;
    if (known?.mark !== mark) known = { mark, pages: readBuild(folder, mark, log) };
    return known.pages;
  };
}

async function readBuild(folder: string, mark: string, log: FastifyBaseLogger): Promise<BuiltPages> {
  const [index, parts, renderer] = await Promise.all([
    readFile(join(folder, "index.html"), "utf8"),
    readFile(join(folder, "parts.json"), "utf8").catch(() => "{}"),
    readRenderer(join(folder, "rendering", "entry-server.js"), mark).catch((error: unknown) => {
      log.error(error, "Pages cannot be rendered on the server");
      return undefined;
    }),
  ]);
  return { index, parts: JSON.parse(parts), renderPage: renderer?.renderPage, renderPreview: renderer?.renderPreview };
}

interface Renderer {
  renderPage: RenderPage;
  renderPreview: RenderPreview;
}

/** Node imports a module once for each URL: the mark in the query makes a new build a new URL. */
async function readRenderer(program: string, mark: string): Promise<Renderer | undefined> {
  if (!existsSync(program)) return undefined;
  return import(`${pathToFileURL(program).href}?${mark}`);
}
