import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CanaryTarget } from "../../../fixtures/macro-canaries.ts";

export interface MacroTraps {
  target: CanaryTarget;
  /** Returns the names of files that were written since the last call, and the addresses that were requested. */
  sprung(): Promise<string[]>;
  close(): Promise<void>;
}

/** Sets up a folder and a listener on this machine, for macros that write, start a program or connect. */
export async function setMacroTraps(): Promise<MacroTraps> {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-canary-"));
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`requested ${request.url}`);
    response.end("x");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    target: { folder, port: (server.address() as AddressInfo).port },
    async sprung() {
      const written = await readdir(folder);
      await Promise.all(written.map((name) => rm(join(folder, name), { force: true })));
      return [...new Set([...written, ...heard.splice(0)])].sort();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
