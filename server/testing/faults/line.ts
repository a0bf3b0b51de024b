import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A TCP proxy to a server, which can be cut off or slowed down. */
export interface Line {
  port: number;
  /** Ends every connection and refuses new ones. */
  cut(): void;
  /** Silently drops all data from now on, on new connections too, as when a network cable is cut. */
  silence(): void;
  /** Resolves when a client has failed to connect since the line was cut or silenced. */
  failedConnection(): Promise<void>;
  /**
   * Lets connections through again, except those that were silenced: their ends are never notified.
   * @param delayMs delay of each chunk in either direction
   */
  restore(delayMs?: number): void;
  close(): Promise<void>;
}

/** @param target where the server listens on this machine */
export async function startLine(target: { port: number }): Promise<Line> {
  let open = true;
  let silent = false;
  let pauseMs = 0;
  let failed = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const silenced = new Set<Socket>();
  const pass = async (from: Socket, to: Socket) => {
    try {
      for await (const piece of from) {
        if (pauseMs > 0) await delay(pauseMs);
        if (silenced.has(to)) continue;
        if (!to.write(piece)) await once(to, "drain");
      }
      if (!silenced.has(to)) to.end();
    } catch {
      if (!silenced.has(to)) to.destroy();
    }
  };
  const server = createServer((inner) => {
    if (!open) {
      failed.resolve();
      return inner.destroy();
    }
    if (silent) {
      failed.resolve();
      inner.on("error", () => {}).resume();
      silenced.add(inner);
      return;
    }
    const outer = connect(target.port, "127.0.0.1");
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.once("close", () => {
        sockets.delete(socket);
        for (const other of [inner, outer]) if (!silenced.has(other)) other.destroy();
      });
    }
    pass(inner, outer);
    pass(outer, inner);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    cut() {
      open = false;
      failed = Promise.withResolvers<void>();
      for (const socket of sockets) socket.destroy();
    },
    silence() {
      silent = true;
      failed = Promise.withResolvers<void>();
      for (const socket of sockets) silenced.add(socket);
    },
    failedConnection: () => failed.promise,
    restore(delayMs = 0) {
      open = true;
      silent = false;
      pauseMs = delayMs;
    },
    async close() {
      for (const socket of [...sockets, ...silenced]) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
