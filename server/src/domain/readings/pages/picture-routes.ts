import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { AppError } from "../../../platform/errors.ts";
import type { Services } from "../../../platform/services.ts";
import { requireMember } from "../../access/member.ts";
import { pageNotDrawnKey, pagePictureKey } from "../../jobs/index.ts";
import { drawnFile } from "./drawn-file.ts";
import { isStored, openPicture } from "./picture.ts";
import { drawPageTask } from "./picture-task.ts";
import { rememberQueued } from "./queued-pictures.ts";

/** Time after which a browser asks again for a picture that is being drawn. */
const againSeconds = 1;

/** Pictures of pages, below /api/jobs. */
export const pagePictureRoutes: FastifyPluginAsyncZod<Pick<Services, "db" | "queue" | "storage">> = async (
  app,
  { db, queue, storage },
) => {
  const isToQueue = rememberQueued();
  const schema = {
    tags: ["jobs"],
    summary: "Get the picture of a page; 202 while it is being drawn, 404 when it cannot be drawn",
    params: z.object({ id: z.uuid(), fileId: z.uuid(), page: z.coerce.number().int().min(1).max(100_000) }),
  };
  app.get("/:id/files/:fileId/pages/:page.webp", { schema }, async (request, reply) => {
    const { practiceId } = requireMember(request);
    const { id: jobId, fileId, page } = request.params;
    const picture = { practiceId, jobId, fileId, page };
    const file = await drawnFile(db, picture);
    if (!file) throw new AppError("job-not-found", "This page does not exist. Reload the job.");
    if (file === "deleted") throw new AppError("files-deleted", "The pages of this file are no longer stored.");
    const key = pagePictureKey(practiceId, jobId, file.pagesKey, page);
    // Pages never change, but browsers must revalidate each time: the user must still be signed in.
    const kept = { "cache-control": "private, no-cache", etag: `"${file.sha256.slice(0, 16)}-${page}"` };
    if (request.headers["if-none-match"] === kept.etag) return reply.code(304).headers(kept).send();
    const body = await openPicture(storage, key);
    if (body) return reply.headers(kept).type("image/webp").send(body);
    if (await isStored(storage, pageNotDrawnKey(practiceId, jobId, file.pagesKey, page))) {
      throw new AppError("page-not-drawn", "This page cannot be shown.");
    }
    if (isToQueue(key)) await db.transaction((tx) => queue.add(tx, drawPageTask, picture, { group: practiceId }));
    return reply.code(202).headers({ "cache-control": "no-store", "retry-after": againSeconds }).send();
  });
};
