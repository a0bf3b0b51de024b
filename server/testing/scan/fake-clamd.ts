import { createServer, type Socket } from "node:net";

/**
 * The EICAR test string, which antivirus programs report (eicar.org), in two halves so that this file is not reported.
 */
export const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!"}$H+H*`;

export interface FakeClamd {
  address: string;
  close(): Promise<void>;
}

/** Starts a server that implements PING and INSTREAM of clamd, knows one virus and accepts at most `maxBytes`. */
export async function startFakeClamd({ port = 0, maxBytes = 100_000 } = {}): Promise<FakeClamd> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    let given = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      given = Buffer.concat([given, chunk]);
      const answer = answerTo(given, maxBytes);
      if (answer !== undefined) socket.end(`${answer}\0`);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  return {
    address: `127.0.0.1:${typeof address === "object" && address ? address.port : port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @returns undefined while the command is not complete */
function answerTo(given: Buffer, maxBytes: number): string | undefined {
  const end = given.indexOf(0);
  const command = given.subarray(0, end).toString();
  if (end < 0) return undefined;
  if (command === "zPING") return "PONG";
  if (command !== "zINSTREAM") return "UNKNOWN COMMAND";
  const content: Buffer[] = [];
  for (let at = end + 1; at + 4 <= given.length; ) {
    const length = given.readUInt32BE(at);
    if (length === 0)
      return Buffer.concat(content).includes(eicar) ? "stream: Eicar-Test-Signature FOUND" : "stream: OK";
    content.push(given.subarray(at + 4, at + 4 + length));
    if (content.reduce((sum, { length: bytes }) => sum + bytes, 0) > maxBytes) {
      return "INSTREAM size limit exceeded. ERROR";
    }
    at += 4 + length;
  }
  return undefined;
}
