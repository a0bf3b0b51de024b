import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { type FindMember, requireMember } from "../domain/access/member.ts";
import { AppError } from "../platform/errors.ts";
import type { EventHub } from "../platform/events/hub.ts";
import { sessionCookie } from "../platform/http/cookies.ts";

const heartbeatMs = 20_000;
/** Tabs of one person; each holds a connection. */
const streamsPerUser = 20;
/** A browser that takes nothing is cut off before its events fill the memory; it connects again and refetches. */
const unreadBytes = 64 * 1024;

/** GET /api/events: server-sent events with ids only, as long as the session lasts. */
export const eventRoutes: FastifyPluginAsyncZod<{ events: EventHub; findMember: FindMember }> = async (
  app,
  { events, findMember },
) => {
  const open = new Map<string, number>();
  const endings = new Set<() => void>();
  app.addHook("preClose", async () => {
    for (const end of [...endings]) end();
  });

  app.get(
    "/",
    { schema: { tags: ["events"], description: "Server-sent events: `data` is a ChangeEvent" } },
    (request, reply) => {
      const member = requireMember(request);
      const token = request.cookies[sessionCookie] ?? "";
      const streams = open.get(member.userId) ?? 0;
      if (streams >= streamsPerUser) {
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
        // Ending the stream ends the connection: nothing is to be sent over it afterwards, and it holds up no shutdown.
        connection: "close",
        // Proxies such as nginx would otherwise collect events before passing them on.
        "x-accel-buffering": "no",
      });
      const write = (text: string) => {
        // What ended the stream may be followed at once by news of it, before the connection is closed.
        if (stream.writableEnded) return;
        if (stream.writableLength > unreadBytes) stream.destroy();
        else stream.write(text);
      };
      const end = () => stream.end();
      endings.add(end);

      const stop = events.listen({
        practiceId: member.practiceId,
        sessionId: member.sessionId,
        tell: (event) => write(`data: ${JSON.stringify(event)}\n\n`),
        // The browser connects again by itself and then fetches everything anew.
        missed: end,
        end,
      });
      const heartbeat = setInterval(async () => {
        // As an event: a page hears no comment, and could not tell a silent line from one that is dead.
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
