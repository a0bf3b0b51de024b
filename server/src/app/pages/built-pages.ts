import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { DrawPage, DrawPicture } from "@sheaf/contracts/pages.ts";
import type { FastifyBaseLogger } from "fastify";
import type { PageParts } from "./page.ts";

/** What the build of the web app has put into its folder. */
export interface BuiltPages {
  /** index.html */
  index: string;
  parts: PageParts;
  /** Draws public pages; undefined where there is nothing built to do so. */
  draw: DrawPage | undefined;
  drawPicture: DrawPicture | undefined;
}

/**
 * Reads a build once, and again when the pages are built anew beside the running server.
 * @param folder with index.html; parts.json and drawing/ may be missing
 * @param log told when there is something to draw with that cannot be used: pages then are for the browser to draw
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
  const [index, parts, drawing] = await Promise.all([
    readFile(join(folder, "index.html"), "utf8"),
    readFile(join(folder, "parts.json"), "utf8").catch(() => "{}"),
    readDrawing(join(folder, "drawing", "entry-server.js"), mark).catch((error: unknown) => {
      log.error(error, "Pages cannot be drawn here");
      return undefined;
    }),
  ]);
  return { index, parts: JSON.parse(parts), draw: drawing?.drawPage, drawPicture: drawing?.drawPicture };
}

interface Drawing {
  drawPage: DrawPage;
  drawPicture: DrawPicture;
}

/** A program is loaded once for each name that it has: the mark makes that of another build another. */
async function readDrawing(program: string, mark: string): Promise<Drawing | undefined> {
  if (!existsSync(program)) return undefined;
  return import(`${pathToFileURL(program).href}?${mark}`);
}
