import { lookup } from "node:dns/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import type { FastifyInstance } from "fastify";
import { StartError } from "./start-error.ts";

/**
 * Starts listening.
 * @param variable the environment variable that sets the port
 * @returns the port, and a function that stops accepting connections while existing ones continue
 * @throws StartError when the port is not available
 */
export async function listen(
  app: FastifyInstance,
  at: { host: string; port: number },
  variable = "PORT",
): Promise<{ port: number; stopListening(): void }> {
  const otherServers: Server[] = [];
  const closeOtherServers = () => {
    for (const server of otherServers) server.close();
  };
  app.addHook("onClose", async () => closeOtherServers());
  const [host = at.host, ...others] = await addressesOf(at.host);
  try {
    await app.listen({ ...at, host });
  } catch (error) {
    throw explainedError(error, at, variable);
  }
  const { port } = app.server.address() as AddressInfo;
  for (const other of others) otherServers.push(...(await listenOn(app, other, port)));
  return {
    port,
    stopListening() {
      closeOtherServers();
      app.server.close();
    },
  };
}

/**
 * Resolves "localhost", which can be both ::1 and 127.0.0.1. Fastify would open a separate server for the second
 * address, whose running requests cannot be watched from here, so all connections are passed to one server.
 */
async function addressesOf(host: string): Promise<string[]> {
  if (host !== "localhost") return [host];
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.length > 0 ? [...new Set(found.map(({ address }) => address))] : [loopbackAddress];
}

/**
 * Accepts connections on one more address. @returns an empty list when the address is not available: the first one is
 * enough
 */
async function listenOn(app: FastifyInstance, host: string, port: number): Promise<Server[]> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    app.server.emit("connection", socket),
  );
  return new Promise((resolve) => {
    server.once("error", () => resolve([]));
    server.listen({ host, port }, () => resolve([server]));
  });
}

/**
 * Checks the port before anything else is started, so that a port in use is reported immediately.
 * @throws StartError when it is in use
 */
export async function requireFreePort(at: { host: string; port: number }): Promise<void> {
  const server = createServer();
  const [host] = await addressesOf(at.host);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ ...at, host }, resolve);
    });
  } catch (error) {
    throw explainedError(error, at, "PORT");
  } finally {
    server.close();
  }
}

/** A minimal machine or container may not resolve "localhost" (no /etc/hosts), but has this address. */
const loopbackAddress = "127.0.0.1";

function explainedError(error: unknown, { host, port }: { host: string; port: number }, variable: string): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EADDRINUSE") {
    return new StartError(
      `Port ${port} is in use. Stop the program that uses it, or choose another port, such as ${variable}=${port + 1}.`,
    );
  }
  if (code === "EACCES")
    return new StartError(`Port ${port} needs more permissions. Choose a port above 1023 with ${variable}.`);
  if (code === "ENOTFOUND" || code === "EADDRNOTAVAIL") {
    return new StartError(`This machine has no address "${host}". HOST is usually localhost or 0.0.0.0.`);
  }
  return error;
}
