import { once } from "node:events";
import { createReadStream } from "node:fs";
import { connect, type Socket } from "node:net";
import type { Config } from "../config/config.ts";

/** Scans originals for viruses before they are opened. */
export interface Scanner {
  /**
   * @returns the name of the virus; undefined for a clean file
   * @throws ScannerDown when the scanner cannot tell; Error when the file exceeds its limits
   */
  scan(path: string, signal: AbortSignal): Promise<string | undefined>;
  /** @throws Error with one sentence when the scanner cannot be used */
  check(): Promise<void>;
}

/** The scanner is unavailable, so the file was not scanned; try again later. */
export class ScannerDown extends Error {}

const chunkBytes = 64 * 1024;
/** clamd gives up on a file after two minutes (MaxScanTime). */
const silenceMs = 150_000;
const checkMs = 2_500;

/** @returns undefined when originals are not scanned */
export function openScanner({ clamdAddress }: Pick<Config, "clamdAddress">): Scanner | undefined {
  if (!clamdAddress) return undefined;
  const answers = async () => (await converse(clamdAddress, checkMs, undefined, ping).catch(() => "")) === "PONG";
  return {
    async scan(path, signal) {
      try {
        return verdict(await converse(clamdAddress, silenceMs, signal, (socket) => send(socket, path)));
      } catch (error) {
        // The reason for a closed connection is often lost. If clamd still responds, this file exceeded one of its
        // limits.
        if (error instanceof ScannerDown && (await answers())) throw tooLarge(error);
        throw error;
      }
    },
    async check() {
      if (!(await answers())) throw new Error("The virus scanner (clamd) cannot be reached. Files wait.");
    },
  };
}

const tooLarge = (cause?: Error) =>
  new Error("The virus scanner did not accept a whole file. Raise its limits (docs/operate.md, Virus scanner)", {
    cause,
  });

async function ping(socket: Socket): Promise<void> {
  socket.write("zPING\0");
}

/**
 * Sends a file with INSTREAM: each chunk is preceded by its length in four bytes, big-endian; a chunk of length zero
 * ends the stream (clamd(8)).
 */
async function send(socket: Socket, path: string): Promise<void> {
  socket.write("zINSTREAM\0");
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    // clamd responds early and closes the connection when a file exceeds its limit.
    if (!socket.writable) return;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    socket.write(length);
    if (!socket.write(chunk)) await Promise.race([once(socket, "drain"), once(socket, "close")]);
  }
  if (socket.writable) socket.write(Buffer.alloc(4));
}

/**
 * Interprets clamd's response: "stream: OK", "stream: Eicar-Test-Signature FOUND", "INSTREAM size limit exceeded.
 * ERROR"
 */
function verdict(answer: string): string | undefined {
  if (answer === "stream: OK") return undefined;
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  // Not a virus: clamd is configured to report files that it did not scan completely, instead of passing them.
  if (found?.startsWith("Heuristics.Limits.Exceeded") || answer.includes("size limit exceeded")) {
    throw tooLarge();
  }
  if (found !== undefined) return found;
  throw new ScannerDown(`clamd returned "${answer.slice(0, 100)}"`);
}

/** Runs one command on a new connection. @throws ScannerDown, the signal's reason, or an error of `write` */
async function converse(
  address: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  write: (socket: Socket) => Promise<void>,
): Promise<string> {
  signal?.throwIfAborted();
  const socket = connect(connectionTo(address));
  const answer = answerOf(socket, timeoutMs);
  const stop = () => socket.destroy(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    // The response is more informative than a write error: clamd may have sent the reason before it closed the
    // connection.
    const [sent, received] = await Promise.allSettled([write(socket), answer]);
    signal?.throwIfAborted();
    if (received.status === "rejected") throw received.reason;
    if (sent.status === "rejected" && received.value === "") throw sent.reason;
    return received.value;
  } finally {
    signal?.removeEventListener("abort", stop);
    socket.destroy();
  }
}

function answerOf(socket: Socket, timeoutMs: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = "";
  const down = (reason: string, cause?: Error) => reject(new ScannerDown(reason, { cause }));
  socket.setTimeout(timeoutMs, () => {
    down("clamd is silent");
    socket.destroy();
  });
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
    if (text.includes("\0")) resolve(text.slice(0, text.indexOf("\0")).trim());
  });
  socket.once("error", (error) => (text ? resolve(text.trim()) : down("clamd cannot be reached", error)));
  socket.once("close", () => (text ? resolve(text.trim()) : down("clamd closed the connection without a response")));
  return promise;
}

function connectionTo(address: string): { path: string } | { host: string; port: number } {
  if (address.startsWith("/")) return { path: address };
  const at = address.lastIndexOf(":");
  return { host: address.slice(0, at).replace(/^\[|\]$/g, ""), port: Number(address.slice(at + 1)) };
}
