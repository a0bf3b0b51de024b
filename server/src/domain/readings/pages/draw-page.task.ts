import { join } from "node:path";
import { Readable } from "node:stream";
import { announce } from "../../../platform/events/events.ts";
import { defineTask } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { withWorkFolder } from "../../../platform/storage/work-folder.ts";
import { pageNotDrawnKey, pagePictureKey } from "../../jobs/index.ts";
import { drawnFile } from "./drawn-file.ts";
import { isStored } from "./picture.ts";
import { drawPageTask, type PagePicture } from "./picture-task.ts";

type Needs = Pick<WorkerServices, "config" | "db" | "engine" | "log" | "storage">;

/** Draws the picture of a page that somebody looks at. That a page cannot be drawn is remembered for a day or two. */
export const drawPage = defineTask<PagePicture, Needs>({
  ...drawPageTask,
  attempts: 2,
  timeoutMs: 60_000,
  async run(picture, services, { signal }) {
    const { config, db, engine, storage } = services;
    const { practiceId, jobId, page } = picture;
    const file = await drawnFile(db, picture);
    if (!file || file === "deleted") return;
    const key = pagePictureKey(practiceId, jobId, file.pagesKey, page);
    if (await isStored(storage, key)) return;
    await withWorkFolder(config.dataDir, async (folder) => {
      const [path, outPath] = [join(folder, "pages.pdf"), join(folder, "page.webp")];
      await storage.fetch(file.pagesKey, path, file);
      await engine.drawPage(path, page, outPath, { practiceId, signal });
      await storage.putFile(key, outPath);
    });
    const now = await drawnFile(db, picture);
    // The file was deleted or converted again while its page was drawn.
    if (!now || now === "deleted" || now.pagesKey !== file.pagesKey) await storage.delete([key]);
    else await db.transaction((tx) => announce(tx, practiceId, { type: "job", id: jobId }));
  },
  async onFinalFailure(picture, reason, { db, log, storage }) {
    const { practiceId, jobId, fileId, page } = picture;
    const file = await drawnFile(db, picture);
    if (file && file !== "deleted") {
      const key = pageNotDrawnKey(practiceId, jobId, file.pagesKey, page);
      await storage.put(key, Readable.from(["not drawn"]));
      const now = await drawnFile(db, picture);
      if (!now || now === "deleted") await storage.delete([key]);
      else await db.transaction((tx) => announce(tx, practiceId, { type: "job", id: jobId }));
    }
    log.warn({ jobId, fileId, page, reason }, "The picture of a page could not be drawn");
  },
});
