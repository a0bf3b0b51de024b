import { lookup } from "node:dns/promises";
import { createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import { StartError } from "./start-error.ts";

/**
 * @param variable that chooses the port
 * @throws StartError when the port cannot be had
 */
export async function listen(
  app: FastifyInstance,
  at: { host: string; port: number },
  variable = "PORT",
): Promise<number> {
  try {
    await app.listen({ ...at, host: await knownHost(at.host) });
  } catch (error) {
    throw explained(error, at, variable);
  }
  const address = app.server.address();
  return typeof address === "object" && address ? address.port : at.port;
}

/**
 * Before anything else is started: so that a taken port costs nothing.
 * @throws StartError when it is taken
 */
export async function requireFreePort(at: { host: string; port: number }): Promise<void> {
  const server = createServer();
  const host = await knownHost(at.host);
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
async function knownHost(host: string): Promise<string> {
  if (host !== "localhost") return host;
  return lookup(host).then(
    () => host,
    () => "127.0.0.1",
  );
}

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
