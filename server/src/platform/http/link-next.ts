import type { FastifyReply } from "fastify";

/** Sets the Link header to the next page, unless this is the last one. @param path of the list, without its query */
export function linkNext(reply: FastifyReply, path: string, limit: number, rows: { id: string }[]): void {
  const last = rows.at(-1);
  if (last && rows.length === limit) reply.header("link", `<${path}?limit=${limit}&cursor=${last.id}>; rel="next"`);
}
