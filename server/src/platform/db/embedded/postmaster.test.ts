import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isResponding, launch, runningOn, shutDown } from "./postmaster.ts";
import { processMark } from "./process-mark.ts";

let folder: string;
let cluster: string;
let servers: Server[];
const pidFile = () => join(cluster, "postmaster.pid");
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-postmaster-"));
  cluster = join(folder, "postgres-18");
  mkdirSync(join(folder, "bin"));
  mkdirSync(cluster);
  servers = [];
});
afterEach(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

/** Listens on a port of this machine. @param answer sent to whoever sends data; null closes the connection */
async function listening(answer: string | null): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => (answer === null ? socket.destroy() : socket.write(answer)));
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const port = await listening(null);
  await new Promise((done) => servers.pop()?.close(done));
  return port;
}

/** The content of postmaster.pid. */
const note = (pid: number | string, port: number, state = "ready") =>
  [pid, cluster, "1", port, "", "127.0.0.1", "shared", `${state}   `, ""].join("\n");

/** Puts a shell script in the place of PostgreSQL, which notes its arguments. */
function program(script: string): void {
  const path = join(folder, "bin", "postgres");
  writeFileSync(path, `#!/bin/sh\necho "$@" > "${folder}/arguments"\n${script}\n`);
  chmodSync(path, 0o755);
}

/** A server that says on this port that it is ready, until it is interrupted. */
const serving = (port: number) =>
  program(`trap 'exit 0' INT
printf '%s\\n' $$ '${cluster}' 1 ${port} '' 127.0.0.1 shared ready > '${pidFile()}'
while :; do sleep 0.02; done`);

const start = (port?: number, settings: Record<string, string> = {}) =>
  launch(folder, cluster, join(folder, "log"), {}, { port, settings });
const given = () => readFileSync(join(folder, "arguments"), "utf8").trim();

test("a server that answers on its port responds, other programs and free ports do not", async () => {
  expect(await isResponding(await listening("N"))).toBe(true);
  expect(await isResponding(await listening(null))).toBe(false);
  expect(await isResponding(await freePort())).toBe(false);
});

test("a server is started with its settings on the wanted port, found, and ended by an interruption", async () => {
  const port = await listening("N");
  const wanted = await freePort();
  serving(port);
  const server = await start(wanted, { fsync: "off" });
  expect(server).toEqual({ pid: expect.any(Number), port, ready: true });
  expect(given()).toBe(
    `-D ${cluster} -p ${wanted} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200 -c fsync=off`,
  );
  expect(runningOn(cluster)).toEqual(server);
  await shutDown(server);
  expect([processMark(server.pid), runningOn(cluster)]).toEqual([null, null]);
  await shutDown(server);
});

test("without a wanted port the earlier one is used, and a port that is taken is not", async () => {
  const [port, earlier] = [await listening("N"), await freePort()];
  serving(port);
  writeFileSync(pidFile(), note(2 ** 30, earlier));
  await shutDown(await start());
  expect(given()).toContain(`-p ${earlier} `);
  await shutDown(await start(port));
  expect(given()).not.toContain(`-p ${port} `);
  expect(given()).toMatch(/-p [1-9]\d+ /);
});

test("the number of a process that has ended is replaced before the start by one that PostgreSQL accepts", async () => {
  writeFileSync(pidFile(), note(2 ** 30, 5));
  program(`cat '${pidFile()}' > '${folder}/noted'; exit 1`);
  await expect(start()).rejects.toThrow("PostgreSQL did not start");
  expect(readFileSync(join(folder, "noted"), "utf8")).toBe(note(process.pid, 5));
});

test.each([
  ["exit 3", "it ended with status 3"],
  ["kill -9 $$", "it ended with SIGKILL"],
])("a server that ends at once by “%s” is an error with the end of its log", async (script, words) => {
  program(`for line in 1 2 3 4 5 6 7 8 9; do echo "line $line" >&2; done\n${script}`);
  const error = await start().catch(({ message }) => message);
  const lines = [2, 3, 4, 5, 6, 7, 8, 9].map((line) => `line ${line}`);
  expect(error).toBe(`PostgreSQL did not start: ${words}. The end of ${join(folder, "log")}:\n${lines.join("\n")}`);
});

test("a missing program is an error", async () => {
  await expect(start()).rejects.toThrow(/did not start: spawn .*ENOENT/);
});

test.each([
  ["no file", undefined],
  ["a process that has ended", () => note(2 ** 30, 1)],
  ["a process of another cluster", () => note(process.pid, 1)],
])("no server runs on a cluster with %s", (_what, content) => {
  if (content) writeFileSync(pidFile(), content());
  expect(runningOn(cluster)).toBeNull();
});

test("a note that cannot be read is an error for the operator", () => {
  mkdirSync(pidFile());
  expect(() => runningOn(cluster)).toThrow(`${cluster} belongs to another user of this machine.`);
});
