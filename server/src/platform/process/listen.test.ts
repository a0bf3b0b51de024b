import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import { listen, requireFreePort } from "./listen.ts";
import { watchRequests } from "./requests-under-way.ts";
import { StartError } from "./start-error.ts";

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

test("a port in use is reported with the variable that chooses another one", async () => {
  app = Fastify();
  const { port } = await listen(app, { host: "127.0.0.1", port: 0 });
  const words = `Port ${port} is in use. Stop the program that uses it, or choose another port, such as`;

  await expect(requireFreePort({ host: "127.0.0.1", port })).rejects.toThrow(`${words} PORT=${port + 1}.`);
  const other = Fastify();
  const second = listen(other, { host: "127.0.0.1", port }, "METRICS_PORT");
  await expect(second).rejects.toThrow(StartError);
  await expect(second).rejects.toThrow(`${words} METRICS_PORT=${port + 1}.`);
  await other.close();
});

test("an address of another machine is reported", async () => {
  app = Fastify();
  await expect(requireFreePort({ host: "203.0.113.7", port: 0 })).rejects.toThrow(
    'This machine has no address "203.0.113.7".',
  );
});

test("a free port stays free after it was checked", async () => {
  app = Fastify();
  const { port, stopListening } = await listen(app, { host: "127.0.0.1", port: 0 });
  stopListening();
  await requireFreePort({ host: "localhost", port });
  await requireFreePort({ host: "localhost", port });
});
