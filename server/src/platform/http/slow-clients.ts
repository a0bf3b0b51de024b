import type { Server, ServerOptions } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";
import { addressGroup } from "./address-group.ts";

/*
 * Whoever sends or reads a byte now and then holds a connection, and what belongs to it, as long as they like. A whole
 * upload may take hours on a slow line, so there is no limit for that: it has to move.
 */

export interface Timeouts {
  /** All headers of a request have to be there within this time of its connection's first, or previous, request. */
  headersMs: number;
  /** How long a window is in which `minBytes` have to pass. */
  windowMs: number;
  minBytes: number;
  /** Open connections of one address. */
  perAddress: number;
}

/** 1 KiB a second is a seventh of what a telephone modem brought. */
const usual: Omit<Timeouts, "perAddress"> = { headersMs: 15_000, windowMs: 30_000, minBytes: 30 * 1024 };

/** Behind a proxy all connections are the proxy's, and it is the proxy that keeps them apart. */
export function defaultTimeouts({ trustedProxies, connectionsPerAddress }: Config): Timeouts {
  return { ...usual, perAddress: trustedProxies > 0 ? Number.POSITIVE_INFINITY : connectionsPerAddress };
}

/** For the server itself. */
export function serverTimeouts({ headersMs }: Timeouts): { http: ServerOptions } {
  return {
    http: { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(Math.floor(headersMs / 3), 5_000) },
  };
}

/** Cuts requests and answers that do not move, and connections above an address's number. */
export function closeSlowConnections(app: FastifyInstance, patience: Timeouts): void {
  limitConnections(app.server, patience.perAddress);
  app.addHook("onRequest", async (request, reply) => {
    const timer = setInterval(watch(request, reply, patience), patience.windowMs);
    timer.unref();
    // Also when the client has gone away.
    reply.raw.once("close", () => clearInterval(timer));
  });
}

/** @returns what to do after each window */
function watch({ raw, log }: FastifyRequest, reply: FastifyReply, { minBytes }: Timeouts): () => void {
  const { socket } = raw;
  let before = passed(socket);
  return () => {
    const now = passed(socket);
    const sends = !raw.complete && !raw.destroyed && raw.readableLength < raw.readableHighWaterMark;
    const reads = reply.raw.headersSent && !reply.raw.writableFinished && socket.writableLength > 0;
    if ((sends && now.read - before.read < minBytes) || (reads && now.written - before.written < minBytes)) {
      log.info({ direction: sends ? "request" : "answer" }, "Cut a connection that hardly moved");
      socket.destroy();
    }
    before = now;
  };
}

/** Bytes that went over the wire; what waits in this process has not. */
const passed = (socket: Socket) => ({
  read: socket.bytesRead,
  written: socket.bytesWritten - socket.writableLength,
});

const isThisMachine = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);

function limitConnections(server: Server, perAddress: number): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const { remoteAddress } = socket;
    // A proxy on this machine brings everybody's.
    if (remoteAddress === undefined || isThisMachine(remoteAddress)) return;
    const address = addressGroup(remoteAddress);
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count > perAddress) socket.destroy();
  });
}
