import type { Server, ServerOptions } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";
import { addressGroup } from "./address-group.ts";

/*
 * A client that sends or reads a byte now and then would hold a connection and its resources for an unlimited time. A
 * whole upload may take hours on a slow line, so its duration is not limited: a minimum rate is required instead.
 */

export interface Timeouts {
  /**
   * All headers of a request must arrive within this time after the connection opens, or after the previous request.
   */
  headersMs: number;
  /** Length of the window in which `minBytes` must be transferred. */
  windowMs: number;
  minBytes: number;
  /** Maximum number of open connections from one address. */
  perAddress: number;
}

/** 1 KiB per second, a seventh of the rate of a telephone modem. */
const defaults: Omit<Timeouts, "perAddress"> = { headersMs: 15_000, windowMs: 30_000, minBytes: 30 * 1024 };

/** Behind a proxy all connections come from the proxy, which must limit them itself. */
export function defaultTimeouts({ trustedProxies, connectionsPerAddress }: Config): Timeouts {
  return { ...defaults, perAddress: trustedProxies > 0 ? Number.POSITIVE_INFINITY : connectionsPerAddress };
}

/** Returns Fastify's options for the HTTP server. */
export function serverTimeouts({ headersMs }: Timeouts): { http: ServerOptions } {
  return {
    http: { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(Math.floor(headersMs / 3), 5_000) },
  };
}

/**
 * Closes connections whose request or response is transferred too slowly, and connections above the limit of an
 * address.
 */
export function closeSlowConnections(app: FastifyInstance, timeouts: Timeouts): void {
  limitConnections(app.server, timeouts.perAddress);
  app.addHook("onRequest", async (request, reply) => {
    const timer = setInterval(watch(request, reply, timeouts), timeouts.windowMs);
    timer.unref();
    // "close" is also emitted when the client disconnects.
    reply.raw.once("close", () => clearInterval(timer));
  });
}

/** @returns a function to call after each window */
function watch({ raw, log }: FastifyRequest, reply: FastifyReply, { minBytes }: Timeouts): () => void {
  const { socket } = raw;
  let before = transferred(socket);
  return () => {
    const now = transferred(socket);
    const sends = !raw.complete && !raw.destroyed && raw.readableLength < raw.readableHighWaterMark;
    const reads = reply.raw.headersSent && !reply.raw.writableFinished && socket.writableLength > 0;
    if ((sends && now.read - before.read < minBytes) || (reads && now.written - before.written < minBytes)) {
      log.info({ direction: sends ? "request" : "response" }, "Closed a connection that was too slow");
      socket.destroy();
    }
    before = now;
  };
}

/** Bytes transferred over the network, without those still buffered in this process. */
const transferred = (socket: Socket) => ({
  read: socket.bytesRead,
  written: socket.bytesWritten - socket.writableLength,
});

const isThisMachine = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);

function limitConnections(server: Server, perAddress: number): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const { remoteAddress } = socket;
    // A proxy on this machine forwards the connections of all clients.
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
