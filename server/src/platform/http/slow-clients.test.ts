import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { Readable } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { closeSlowConnections, serverTimeouts, type Timeouts } from "./slow-clients.ts";

const shortTimeouts: Timeouts = { headersMs: 300, windowMs: 200, minBytes: 1000, perAddress: 3 };

let app: FastifyInstance;
afterEach(() => app.close());

/** @returns its port */
async function listening(timeouts: Timeouts, host = "127.0.0.1"): Promise<number> {
  app = Fastify({ ...serverTimeouts(timeouts), forceCloseConnections: true });
  closeSlowConnections(app, timeouts);
  app.addContentTypeParser("text/plain", async (_: unknown, body: Readable) => (await body.toArray()).join("").length);
  app.get("/", async () => "served");
  app.post("/", async (request) => `took ${request.body}`);
  app.get("/large", async (_, reply) => reply.send(Readable.from(chunks())));
  await app.listen({ host, port: 0 });
  const address = app.server.address();
  return typeof address === "object" && address ? address.port : 0;
}

function* chunks() {
  for (let count = 0; count < 10_000; count++) yield Buffer.alloc(65_536);
}

/** Resolves when the connection is closed, also by a reset. */
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()));

/** Sends a byte every 20 ms until the connection is closed. */
async function trickle(port: number, head: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.resume();
  socket.write(head);
  const timer = setInterval(() => socket.writable && socket.write("x"), 20);
  socket.once("close", () => clearInterval(timer));
  return socket;
}

test.each([
  ["sends nothing", ""],
  ["never ends its headers", "GET / HTTP/1.1\r\nx-"],
  ["never ends its body", "POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 1000000\r\n\r\n"],
])("a client that %s is disconnected, and another is served meanwhile", async (_, head) => {
  const port = await listening(shortTimeouts);
  const slow = head === "" ? connect(port, "127.0.0.1") : await trickle(port, head);
  slow.resume();
  const cut = closed(slow);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("served");
  await cut;
});

test("a client that does not read its response is disconnected", async () => {
  const port = await listening(shortTimeouts);
  const idle = connect(port, "127.0.0.1");
  idle.on("error", () => {});
  idle.write("GET /large HTTP/1.1\r\nhost: a\r\n\r\n");
  idle.pause();
  const [request] = await once(app.server, "request");
  await closed(request.socket);
  idle.destroy();
});

test("a client that is slow but faster than the limit is not disconnected", async () => {
  const port = await listening({ ...shortTimeouts, windowMs: 100, minBytes: 10 });
  const body = new ReadableStream({
    async start(controller) {
      for (let count = 0; count < 40; count++) {
        controller.enqueue(new TextEncoder().encode("0123456789"));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      controller.close();
    },
  });
  const headers = { "content-type": "text/plain" };
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body, duplex: "half" });
  expect(await answer.text()).toBe("took 400");
});

const outside = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

test.skipIf(!outside)("limits the connections of one address, not those of others", async () => {
  const port = await listening({ ...shortTimeouts, headersMs: 10_000 }, "0.0.0.0");
  const from = (address = "") => {
    const socket = connect(port, address);
    socket.on("error", () => {});
    socket.resume();
    return socket;
  };
  const held = [1, 2, 3].map(() => from(outside));
  await Promise.all(held.map((socket) => once(socket, "connect")));
  await closed(from(outside));
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("served");
  expect(held.every((socket) => !socket.destroyed)).toBe(true);
  for (const socket of held) socket.destroy();
});
