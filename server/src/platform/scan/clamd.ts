import { once } from "node:events";
import { createReadStream } from "node:fs";
import { connect, type Socket } from "node:net";
import type { Config } from "../config/config.ts";

/** Looks for viruses in originals before anything opens them. */
export interface Scanner {
  /**
   * @returns the name of what was found; undefined for a clean file
   * @throws ScannerDown when it cannot say; an Error when this file is more than it takes
   */
  scan(path: string, signal: AbortSignal): Promise<string | undefined>;
  /** @throws Error in one sentence when it cannot be used */
  check(): Promise<void>;
}

/** Nothing is known of the file: ask again later. */
export class ScannerDown extends Error {}

const chunkBytes = 64 * 1024;
/** clamd gives up on a file after two minutes (MaxScanTime). */
const silentMs = 150_000;
const checkMs = 2_500;

/** @returns undefined where originals are not scanned */
export function openScanner({ clamdAddress }: Pick<Config, "clamdAddress">): Scanner | undefined {
  if (!clamdAddress) return undefined;
  const answers = async () => (await converse(clamdAddress, checkMs, undefined, ping).catch(() => "")) === "PONG";
  return {
    async scan(path, signal) {
      try {
        return verdict(await converse(clamdAddress, silentMs, signal, (socket) => send(socket, path)));
      } catch (error) {
        // The reason why it closed is often lost on the way: one that is there, and takes other files, has had enough
        // of this one.
        if (error instanceof ScannerDown && (await answers())) throw tooLarge(error);
        throw error;
      }
    },
    async check() {
      if (!(await answers())) throw new Error("The virus scanner (clamd) does not answer. Files wait.");
    },
  };
}

const tooLarge = (cause?: Error) =>
  new Error("The virus scanner did not take a file to its end: raise its limits (see Virus scanner)", { cause });

async function ping(socket: Socket): Promise<void> {
  socket.write("zPING\0");
}

/** INSTREAM: each piece behind its length in four bytes, the highest first; one of no length ends it (clamd(8)). */
async function send(socket: Socket, path: string): Promise<void> {
  socket.write("zINSTREAM\0");
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    // It answers early, and closes, when a file is more than it takes.
    if (!socket.writable) return;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    socket.write(length);
    if (!socket.write(chunk)) await Promise.race([once(socket, "drain"), once(socket, "close")]);
  }
  if (socket.writable) socket.write(Buffer.alloc(4));
}

/** "stream: OK", "stream: Eicar-Test-Signature FOUND", "INSTREAM size limit exceeded. ERROR" */
function verdict(answer: string): string | undefined {
  if (answer === "stream: OK") return undefined;
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  // Not a virus: it was told to say so instead of passing what it did not look at.
  if (found?.startsWith("Heuristics.Limits.Exceeded") || answer.includes("size limit exceeded")) {
    throw tooLarge();
  }
  if (found !== undefined) return found;
  throw new ScannerDown(`clamd answered "${answer.slice(0, 100)}"`);
}

/** One command on a connection of its own. @throws ScannerDown, the signal's reason, what `say` throws */
async function converse(
  address: string,
  patienceMs: number,
  signal: AbortSignal | undefined,
  say: (socket: Socket) => Promise<void>,
): Promise<string> {
  signal?.throwIfAborted();
  const socket = connect(connectionTo(address));
  const answer = answerOf(socket, patienceMs);
  const stop = () => socket.destroy(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    // Whatever breaks off, the answer says more: clamd may have said why before it closed.
    const [said, told] = await Promise.allSettled([say(socket), answer]);
    signal?.throwIfAborted();
    if (told.status === "rejected") throw told.reason;
    if (said.status === "rejected" && told.value === "") throw said.reason;
    return told.value;
  } finally {
    signal?.removeEventListener("abort", stop);
    socket.destroy();
  }
}

function answerOf(socket: Socket, patienceMs: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = "";
  const down = (reason: string, cause?: Error) => reject(new ScannerDown(reason, { cause }));
  socket.setTimeout(patienceMs, () => {
    down("clamd is silent");
    socket.destroy();
  });
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
    if (text.includes("\0")) resolve(text.slice(0, text.indexOf("\0")).trim());
  });
  socket.once("error", (error) => (text ? resolve(text.trim()) : down("clamd cannot be reached", error)));
  socket.once("close", () => (text ? resolve(text.trim()) : down("clamd closed without an answer")));
  return promise;
}

function connectionTo(address: string): { path: string } | { host: string; port: number } {
  if (address.startsWith("/")) return { path: address };
  const at = address.lastIndexOf(":");
  return { host: address.slice(0, at).replace(/^\[|\]$/g, ""), port: Number(address.slice(at + 1)) };
}
