import { once } from "node:events";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { zipBytes } from "../sheet/zip-writer.ts";

/** Port and folder that the hostile files refer to. */
const port = 18099;
const folder = "/tmp/hostile-canary";

export interface Traps {
  /**
   * Returns a phrase for each trap that was triggered since the last call: requests that arrived, and files that were
   * written.
   */
  sprung(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Sets up the targets of the hostile files on this machine: a listener that responds with a magenta picture, a folder
 * of secrets, and an environment variable. The port and folder are fixed, so suites that need them wait for each other.
 */
export async function setTraps(): Promise<Traps> {
  const magenta = { r: 255, g: 0, b: 255 };
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: magenta } })
    .png()
    .toBuffer();
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "content-type": "image/png" }).end(picture);
  });
  server.on("connection", (socket) => heard.push(`a connection from port ${socket.remotePort}`));
  for (;;) {
    server.listen(port, "127.0.0.1");
    const error = await once(server, "listening").then(
      () => null,
      (thrown: NodeJS.ErrnoException) => thrown,
    );
    if (!error) break;
    if (error.code !== "EADDRINUSE") throw error;
    await wait(250);
  }

  await mkdir(folder, { recursive: true });
  const secret = "LEAK-CANARY-7f3a9c";
  await writeFile(join(folder, "secret.txt"), secret);
  await writeFile(join(folder, "secret.csv"), secret);
  await writeFile(join(folder, "secret.odt"), await odtWith(secret));
  await writeFile(join(folder, "secret.png"), picture);
  process.env.HOSTILE_ENV_CANARY = "ENVCANARY-1";
  return {
    async sprung() {
      const written = (await readdir(folder)).filter((name) => name.startsWith("pwned"));
      await Promise.all(written.map((name) => rm(join(folder, name), { force: true })));
      return [...heard.splice(0), ...written.map((name) => `the file ${name} was written`)];
    },
    async close() {
      delete process.env.HOSTILE_ENV_CANARY;
      await rm(folder, { recursive: true, force: true });
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function odtWith(text: string): Promise<Buffer> {
  const names = (...spaces: string[]) =>
    spaces.map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`).join(" ");
  const type = "application/vnd.oasis.opendocument.text";
  return zipBytes([
    ["mimetype", type],
    [
      "content.xml",
      `<office:document-content ${names("office", "text")}><office:body><office:text><text:p>${text}</text:p></office:text></office:body></office:document-content>`,
    ],
    [
      "META-INF/manifest.xml",
      `<manifest:manifest ${names("manifest")}><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    ],
  ]);
}
