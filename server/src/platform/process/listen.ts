import { lookup } from "node:dns/promises";
import { createServer, type Server } from "node:net";
import type { FastifyInstance } from "fastify";
import { StartError } from "./start-error.ts";

/**
 * @param variable that chooses the port
 * @returns its number, and what takes no more connections, while those that are there go on
 * @throws StartError when the port cannot be had
 */
export async function listen(
  app: FastifyInstance,
  at: { host: string; port: number },
  variable = "PORT",
): Promise<{ port: number; stopListening(): void }> {
  const doors: Server[] = [];
  const closeDoors = () => {
    for (const door of doors) door.close();
  };
  app.addHook("onClose", async () => closeDoors());
  const [host = at.host, ...others] = await addressesOf(at.host);
  try {
    await app.listen({ ...at, host });
  } catch (error) {
    throw explained(error, at, variable);
  }
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : at.port;
  for (const other of others) doors.push(...(await openDoor(app, other, port)));
  return {
    port,
    stopListening() {
      closeDoors();
      app.server.close();
    },
  };
}

/**
 * "localhost" may be ::1 and 127.0.0.1. Fastify would open a server of its own for the second one, of which nobody here
 * knows which requests it is answering: so one server answers them all.
 */
async function addressesOf(host: string): Promise<string[]> {
  if (host !== "localhost") return [host];
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.length > 0 ? [...new Set(found.map(({ address }) => address))] : [noName];
}

/** @returns none when the address cannot be had: the first one is enough */
async function openDoor(app: FastifyInstance, host: string, port: number): Promise<Server[]> {
  const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit("connection", socket));
  return new Promise((resolve) => {
    door.once("error", () => resolve([]));
    door.listen({ host, port }, () => resolve([door]));
  });
}

/**
 * Before anything else is started: so that a taken port costs nothing.
 * @throws StartError when it is taken
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
    throw explained(error, at, "PORT");
  } finally {
    server.close();
  }
}

/** A bare machine or container may not even know its own "localhost" (no /etc/hosts); it still has the address. */
const noName = "127.0.0.1";

function explained(error: unknown, { host, port }: { host: string; port: number }, variable: string): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EADDRINUSE") {
    return new StartError(
      `Port ${port} is in use. Stop what uses it, or choose another, such as ${variable}=${port + 1}.`,
    );
  }
  if (code === "EACCES")
    return new StartError(`Port ${port} needs more rights. Choose one above 1023 with ${variable}.`);
  if (code === "ENOTFOUND" || code === "EADDRNOTAVAIL") {
    return new StartError(`This machine has no address "${host}". HOST is usually localhost or 0.0.0.0.`);
  }
  return error;
}
