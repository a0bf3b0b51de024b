import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";

export interface RoundRobin {
  url: string;
  /** Resolves when the proxy has seen that this API is ready, and sends requests to it. */
  takes(backend: string): Promise<void>;
  close(): Promise<void>;
}

const lookEveryMs = 200;

/**
 * Starts a load balancer for several APIs. It polls whether each is ready, passes every request to the next ready one,
 * and to another one when the connection is refused. A request that has been sent is never sent again.
 */
export async function startRoundRobin(backends: string[]): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true });
  const green = new Set(backends);
  const closing = new AbortController();
  let turn = 0;

  const look = async () => {
    while (!closing.signal.aborted) {
      for (const backend of backends) {
        const answer = await fetch(`${backend}/readyz`).catch(() => undefined);
        if (answer?.ok) green.add(backend);
        else green.delete(backend);
      }
      await delay(lookEveryMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  };
  const looking = look();

  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    turn += 1;
    const ready = backends.filter((backend) => green.has(backend));
    for (let tries = 0; tries < ready.length; tries++) {
      const backend = ready[(turn + tries) % ready.length];
      if (backend && (await pass(backend, request, body, response, agent))) return;
    }
    response.writeHead(502).end("No API takes this request.");
  });
  const url = await listening(server);
  return {
    url,
    async takes(backend) {
      while (!green.has(backend) && !closing.signal.aborted) await delay(lookEveryMs / 4);
    },
    async close() {
      closing.abort();
      await looking;
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @returns false when the backend refused the connection */
function pass(
  backend: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  agent: Agent,
): Promise<boolean> {
  return new Promise((resolve) => {
    const passed = httpRequest(`${backend}${url}`, { ...(method ? { method } : {}), headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.once("error", () => response.destroy());
      resolve(true);
    });
    response.once("close", () => passed.destroy());
    passed.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") return resolve(false);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(error.message);
      resolve(true);
    });
    passed.end(body);
  });
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
