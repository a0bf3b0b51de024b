import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import { listen } from "./listen.ts";
import { watchRequests } from "./requests-under-way.ts";

/** Stand for ::1 and 127.0.0.1: two addresses that every Linux machine has. */
const addresses = ["127.0.0.1", "127.0.0.2"];
vi.mock("node:dns/promises", async (original) => ({
  ...(await original<object>()),
  lookup: async () => addresses.map((address) => ({ address, family: 4 })),
}));

let app: FastifyInstance;
afterEach(() => app.close());

test.each(addresses)(
  "a running request to %s gets its response before the server ends, and new requests are refused",
  async (address) => {
    const [arrived, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    app = Fastify({ forceCloseConnections: true });
    app.get("/", async () => "at once");
    app.get("/slow", async () => {
      arrived.resolve();
      return answer.promise;
    });
    const { port, stopListening } = await listen(app, { host: "localhost", port: 0 });
    const requests = watchRequests(app.server);
    for (const each of addresses) expect(await (await fetch(`http://${each}:${port}/`)).text()).toBe("at once");

    const slow = fetch(`http://${address}:${port}/slow`);
    await arrived.promise;
    stopListening();
    for (const each of addresses) await expect(fetch(`http://${each}:${port}/`)).rejects.toThrow("fetch failed");
    let over = false;
    const finished = requests.finished(20_000).then(() => {
      over = true;
    });
    await new Promise(setImmediate);
    expect(over).toBe(false);
    answer.resolve("in the end");

    expect(await (await slow).text()).toBe("in the end");
    await finished;
  },
);
