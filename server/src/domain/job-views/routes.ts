import { job, severalJobs } from "@sheaf/contracts/jobs.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { dayOf } from "../../platform/calendar-day.ts";
import { databaseNow } from "../../platform/db/clock.ts";
import { AppError } from "../../platform/errors.ts";
import { contentDisposition } from "../../platform/http/content-disposition.ts";
import type { Services } from "../../platform/services.ts";
import { type Member, membersOnly, requireMember } from "../access/member.ts";
import { record } from "../audit/service.ts";
import type { OutputRow } from "../jobs/index.ts";
import {
  type Download,
  downloadLink,
  isReady,
  openDownload,
  openDownloads,
  openOutput,
  openThumbnail,
} from "./download.ts";
import { findJob, getJob, readJobs } from "./service.ts";

const one = z.object({ id: z.uuid() });
const inlineQuery = z.object({ inline: z.enum(["0", "1"]).default("0") });
const tags = ["jobs"];

/** Routes for reading and downloading jobs, below /api/jobs. */
export const jobViewRoutes: FastifyPluginAsyncZod<Pick<Services, "config" | "db" | "storage">> = async (
  app,
  { db, storage, config },
) => {
  const several = { tags, summary: "Download the PDFs of several jobs as a ZIP archive", querystring: severalJobs };
  app.get("/download", { schema: several, onRequest: membersOnly }, async (request, reply) => {
    const member = requireMember(request);
    const { practiceId } = member;
    const jobs = await readJobs(db, practiceId, [...new Set(request.query.ids)]);
    const name = `Documents ${dayOf(await databaseNow(db), config.timeZone)}.zip`;
    const download = openDownloads(storage, jobs, name, config.timeZone);
    for (const { job } of jobs.filter(isReady)) {
      await record(db, { ...member, action: "job.downloaded", subjectId: job.id });
    }
    return sendDownload(request, reply, download, "attachment");
  });

  app.get("/:id", { schema: { tags, params: one, response: { 200: job } } }, async (request) =>
    getJob(db, requireMember(request).practiceId, request.params.id),
  );

  app.get("/:id/download", { schema: { tags, params: one, querystring: inlineQuery } }, async (request, reply) => {
    const member = requireMember(request);
    const { practiceId } = member;
    const { id } = request.params;
    const rows = await findJob(db, practiceId, id);
    if (request.query.inline === "1") {
      return sendDownload(request, reply, await openDownload(storage, rows, config.timeZone), "inline");
    }
    const download = (await downloadLink(storage, rows)) ?? (await openDownload(storage, rows, config.timeZone));
    await record(db, { ...member, action: "job.downloaded", subjectId: id });
    if (typeof download === "string") return reply.redirect(download, 302);
    return sendDownload(request, reply, download, "attachment");
  });

  const oneOutput = one.extend({ outputId: z.uuid() });
  app.get("/:id/outputs/:outputId", { schema: { tags, params: oneOutput } }, async (request, reply) => {
    const output = await findOutput(requireMember(request), request.params);
    return sendDownload(request, reply, await openOutput(storage, output), "inline");
  });

  const onePage = oneOutput.extend({ page: z.coerce.number().int() });
  const picture = { tags, summary: "Get the thumbnail of a page", params: onePage };
  app.get("/:id/outputs/:outputId/pages/:page.webp", { schema: picture }, async (request, reply) => {
    const output = await findOutput(requireMember(request), request.params);
    const { page } = request.params;
    // An output and its thumbnails never change, but browsers must revalidate each time: the user must still be signed
    // in.
    const kept = { "cache-control": "private, no-cache", etag: `"${output.id}-${page}"` };
    const known = output.blobKey !== null && request.headers["if-none-match"] === kept.etag;
    if (known) return reply.code(304).headers(kept).send();
    const body = await openThumbnail(storage, output, page);
    return reply.headers(kept).type("image/webp").send(body);
  });

  async function findOutput({ practiceId }: Member, { id, outputId }: z.infer<typeof oneOutput>): Promise<OutputRow> {
    const { outputs } = await findJob(db, practiceId, id);
    const output = outputs.find((candidate) => candidate.id === outputId);
    if (!output) throw new AppError("job-not-found", "This PDF does not exist. Reload the job.");
    return output;
  }
};

function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, type, sizeBytes, body }: Download,
  kind: "attachment" | "inline",
): FastifyReply {
  body.once("error", (error) => {
    request.log.error({ err: error, requestId: request.id }, "A download was interrupted");
    // The error response that replaces the download is not a file.
    if (!reply.raw.headersSent) reply.removeHeader("content-disposition");
  });
  if (sizeBytes !== undefined) reply.header("content-length", sizeBytes);
  return reply.type(type).header("content-disposition", contentDisposition(kind, name)).send(body);
}
