import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { type FindMember, requireMember } from "../../domain/access/member.ts";
import type { Db } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import type { EventHub } from "../../platform/events/hub.ts";
import { sessionCookie } from "../../platform/http/cookies.ts";
import { versionAdder } from "./event-versions.ts";

const heartbeatMs = 20_000;
/** Maximum number of streams per user: each open tab has one, and each holds a connection. */
const maxStreamsPerUser = 20;
/**
 * A browser that does not read its events is disconnected before they fill the memory. It then connects again and
 * fetches the data.
 */
const maxUnreadBytes = 64 * 1024;

/** GET /api/events: server-sent events that contain only ids and versions, until the session ends. */
export const eventRoutes: FastifyPluginAsyncZod<{ db: Db; events: EventHub; findMember: FindMember }> = async (
  app,
  { db, events, findMember },
) => {
  const addVersion = versionAdder(db);
  const open = new Map<string, number>();
  const endings = new Set<() => void>();
  app.addHook("preClose", async () => {
    for (const end of [...endings]) end();
  });

  app.get(
    "/",
    {
      schema: {
        tags: ["events"],
        summary: "Stream of change events",
        description: "Server-sent events; `data` is a ChangeEvent.",
      },
    },
    (request, reply) => {
      const member = requireMember(request);
      const token = request.cookies[sessionCookie] ?? "";
      const streams = open.get(member.userId) ?? 0;
      if (streams >= maxStreamsPerUser) {
        throw new AppError("too-many-requests", "Sheaf is open in too many tabs. Close some of them and try again.", {
          retryAfterSeconds: 60,
        });
      }
      open.set(member.userId, streams + 1);

      reply.hijack();
      const stream = reply.raw;
      stream.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        // Close the connection with the stream: nothing is sent over it afterwards, and an open one would delay the
        // shutdown.
        connection: "close",
        // Prevents proxies such as nginx from buffering the events.
        "x-accel-buffering": "no",
      });
      const write = (text: string) => {
        // The event that ended the stream may be followed by another one before the connection is closed, and a version
        // may have been read for a browser that has left meanwhile.
        if (stream.writableEnded || stream.destroyed) return;
        if (stream.writableLength > maxUnreadBytes) stream.destroy();
        else stream.write(text);
      };
      const end = () => stream.end();
      endings.add(end);

      let sent = Promise.resolve();
      const stop = events.listen({
        practiceId: member.practiceId,
        sessionId: member.sessionId,
        onEvent: (event) => {
          const complete = addVersion(member.practiceId, event);
          // In their order, so that the events of one change arrive together.
          sent = sent.then(async () => write(`data: ${JSON.stringify(await complete)}\n\n`));
        },
        // The browser reconnects by itself and then fetches all data again.
        onInterruption: end,
        onEnd: end,
      });
      const heartbeat = setInterval(async () => {
        // Sent as an event, not as a comment: pages do not see comments, and could not tell an idle connection from a
        // broken one.
        write("event: alive\ndata: {}\n\n");
        const still = await findMember(token, { slide: false }).catch(() => member);
        if (!still) end();
      }, heartbeatMs);

      stream.on("close", () => {
        clearInterval(heartbeat);
        stop();
        endings.delete(end);
        const left = (open.get(member.userId) ?? 1) - 1;
        if (left > 0) open.set(member.userId, left);
        else open.delete(member.userId);
      });
      write("retry: 1000\n: connected\n\n");
    },
  );
};
