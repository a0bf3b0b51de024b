import { openIdleProcesses } from "../sandbox/idle-processes.ts";
import type { SandboxedProcess } from "../sandbox/sandboxed-process.ts";

/** A reader without work keeps its place for this long, unless another practice needs it. */
const idleMs = 2_000;
/** How long a reader continues with the waiting pages of its practice while another practice waits. */
const drainMs = 5_000;
/** A reader ends after this number of requests: memory that WebAssembly does not release grows with them. */
const requestsPerReader = 100;

/** A sandboxed process that reads pages. It serves one practice only. */
interface Reader {
  child: SandboxedProcess;
  practiceId: string;
  began: number;
  requests: number;
  isBusy: boolean;
  idle: NodeJS.Timeout | undefined;
}

interface Waiting {
  practiceId: string;
  run(child: SandboxedProcess): Promise<void>;
  refuse(reason: unknown): void;
}

export interface ReaderRunOptions {
  practiceId: string;
  signal?: AbortSignal | undefined;
}

export interface ReaderPoolOptions {
  start(): SandboxedProcess;
  size: number;
  mayKeep(child: SandboxedProcess): boolean;
}

export interface ReaderPool {
  /**
   * Waits for a reader of this practice and calls `work` with it. Practices take turns.
   * @throws the signal's reason when it is aborted while waiting, or any error of `work`
   */
  run<Result>(work: (child: SandboxedProcess) => Promise<Result>, options: ReaderRunOptions): Promise<Result>;
  /** Kills all readers and rejects waiting work; resolves when all have been removed. */
  close(): Promise<void>;
}

/**
 * Opens a pool of readers: sandboxed processes apart from those that convert, so that no file waits for a page that is
 * read. A reader starts with its first page. An idle one is kept for its practice for a while, and an idle installation
 * has none.
 * @param start never throws: a sandboxed process that cannot be started is returned as broken
 * @param size maximum number of readers at work
 * @param mayKeep whether an idle reader may be kept, by the memory that it holds and the machine has left
 */
export function openReaderPool({ start, size, mayKeep }: ReaderPoolOptions): ReaderPool {
  let readers: Reader[] = [];
  let waiting: Waiting[] = [];
  /** When each practice with waiting work or a reader was last served, as a count. */
  const served = new Map<string, number>();
  let count = 0;
  const ending = new Set<Promise<void>>();
  let closed = false;
  const idleProcesses = openIdleProcesses({ most: size + 2, mayKeep, retire });

  function retire(child: SandboxedProcess): void {
    const gone = child.end().finally(() => ending.delete(gone));
    ending.add(gone);
  }

  /** Frees the place of a reader, which is kept for its practice if it can read more. */
  function free(reader: Reader): void {
    const { child, practiceId, requests } = reader;
    clearTimeout(reader.idle);
    readers = readers.filter((other) => other !== reader);
    if (child.isBroken() || requests >= requestsPerReader) retire(child);
    else idleProcesses.add({ child, practiceId, served: requests });
  }

  const busyOf = (practiceId: string) => readers.filter((one) => one.isBusy && one.practiceId === practiceId).length;

  /** The practice with the fewest readers at work, and of these the one that was served longest ago, goes first. */
  function comesBefore(one: Waiting, other: Waiting): boolean {
    const byReaders = busyOf(one.practiceId) - busyOf(other.practiceId);
    return (byReaders || (served.get(one.practiceId) ?? 0) - (served.get(other.practiceId) ?? 0)) < 0;
  }

  /** Work of its own practice that a reader continues with, which saves starting another reader. */
  function nextFor(reader: Reader): Waiting | undefined {
    if (reader.isBusy || reader.child.isBroken() || performance.now() - reader.began > drainMs) return undefined;
    return waiting.find(({ practiceId }) => practiceId === reader.practiceId);
  }

  function next(): { reader: Reader; work: Waiting } | undefined {
    for (const reader of readers) {
      const work = nextFor(reader);
      if (work) return { reader, work };
    }
    if (readers.filter(({ isBusy }) => isBusy).length >= size) return undefined;
    const [work] = waiting.toSorted((one, other) => (comesBefore(one, other) ? -1 : comesBefore(other, one) ? 1 : 0));
    return work && { reader: readerOf(work.practiceId), work };
  }

  function readerOf(practiceId: string): Reader {
    const idle = readers.filter(({ isBusy }) => !isBusy);
    for (const broken of idle.filter(({ child }) => child.isBroken())) free(broken);
    const own = idle.find((one) => one.practiceId === practiceId && !one.child.isBroken());
    if (own) return own;
    const kept = idleProcesses.take(practiceId);
    const [other] = readers.filter(({ isBusy }) => !isBusy);
    if (readers.length >= size && other) free(other);
    const reader = {
      child: kept?.child ?? start(),
      practiceId,
      began: performance.now(),
      requests: kept?.served ?? 0,
      isBusy: false,
      idle: undefined,
    };
    readers.push(reader);
    return reader;
  }

  function dispatch(): void {
    for (let found = next(); found; found = next()) serve(found.reader, found.work);
    const isKnown = (practiceId: string) => [...waiting, ...readers].some((one) => one.practiceId === practiceId);
    for (const practiceId of served.keys()) if (!isKnown(practiceId)) served.delete(practiceId);
  }

  function serve(reader: Reader, work: Waiting): void {
    waiting = waiting.filter((other) => other !== work);
    clearTimeout(reader.idle);
    reader.isBusy = true;
    reader.requests += 1;
    served.set(reader.practiceId, ++count);
    work.run(reader.child).then(() => {
      reader.isBusy = false;
      if (closed) return;
      if (reader.child.isBroken() || reader.requests >= requestsPerReader) free(reader);
      dispatch();
      if (!reader.isBusy && readers.includes(reader)) reader.idle = setTimeout(free, idleMs, reader).unref();
    });
  }

  return {
    run(work, { practiceId, signal }) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(new Error("The engine is closed."));
        if (signal?.aborted) return reject(signal.reason);
        const entry: Waiting = {
          practiceId,
          refuse: reject,
          run: (child) => {
            signal?.removeEventListener("abort", withdraw);
            return work(child).then(resolve, reject);
          },
        };
        const withdraw = () => {
          waiting = waiting.filter((other) => other !== entry);
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", withdraw, { once: true });
        waiting.push(entry);
        dispatch();
      });
    },
    async close() {
      closed = true;
      for (const work of waiting.splice(0)) work.refuse(new Error("The engine was closed."));
      for (const reader of readers.splice(0)) {
        clearTimeout(reader.idle);
        retire(reader.child);
      }
      idleProcesses.end();
      await Promise.all(ending);
    },
  };
}
