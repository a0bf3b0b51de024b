import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts an HTTP server on a free port of the loopback address. @param failed called when a request failed */
export async function serveLocally(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  failed: (error: unknown) => void = () => {},
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      failed(error);
      response.destroy();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
