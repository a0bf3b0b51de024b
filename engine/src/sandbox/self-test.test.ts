import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { leaks } from "./self-test.ts";

async function openPort(): Promise<number> {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A port on which nothing listens any more. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function withVariables(variables: NodeJS.ProcessEnv): void {
  const before = process.env;
  process.env = variables;
  onTestFinished(() => {
    process.env = before;
  });
}

test("outside of a sandbox everything can be reached", async () => {
  withVariables({ PATH: "/usr/bin", SHEAF_SECRET: "a" });
  expect(await leaks({ path: import.meta.filename, port: await openPort() })).toEqual([
    "files of this machine",
    "the network",
    "the making of network sockets",
    "the environment",
  ]);
});

test("a missing file, a closed port and the sandbox's own variables are no leaks, but a socket that could be made is", async () => {
  withVariables({
    PATH: "/usr/bin",
    HOME: "/",
    TMPDIR: "/",
    LANG: "C",
    TZ: "UTC",
    PWD: "/",
    OPENSSL_CONF: "/dev/null",
  });
  expect(await leaks({ path: `${import.meta.filename}.none`, port: await closedPort() })).toEqual([
    "the making of network sockets",
  ]);
});
