import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { MB } from "@sheaf/contracts/limits.ts";
import type { Engine } from "../engine-api.ts";
import { installedLanguages } from "../installed/languages.ts";
import { hasSecondReader } from "../installed/second-reader.ts";
import { lowestPriority } from "../sandbox/nice.ts";
import type { StartSandboxedProcess } from "../sandbox/prepare.ts";
import { processTree, useOf } from "../sandbox/process-tree.ts";
import type { SandboxRequest } from "../sandbox/protocol.ts";
import type { SandboxedProcess, SandboxReply } from "../sandbox/sandboxed-process.ts";
import { sandboxName } from "../sandbox/scratch.ts";
import { ResultRefused, serve } from "../sandbox/serve.ts";
import type { WorkLimits } from "../sandbox/watchdog.ts";
import { isWebp } from "../thumbnail/pack.ts";
import { readerLimits, readPdf } from "./read-pdf.ts";
import { openReaderPool, type ReaderPool, type ReaderRunOptions } from "./reader-pool.ts";
import { WorkClock } from "./work-clock.ts";

export interface ReadingOptions {
  startSandboxedProcess: StartSandboxedProcess;
  scratchDir: string;
  /** Maximum number of readers; half as many draw pictures of pages. */
  size: number;
  /** Returns whether the machine has memory to keep one more idle reader. */
  hasRoom(): boolean;
  /** Resolves when no file waits for conversion, or after half a minute. */
  waitUntilIdle(signal: AbortSignal | undefined): Promise<void>;
}

/** The part of an engine that reads pages. */
export interface Reading extends Pick<Engine, "read" | "drawPage"> {
  close(): Promise<void>;
}

const english = "eng";
/** The PDF's name in a reader. */
const file = "pages.pdf";
/** An idle reader is kept if it holds no more memory than this. Most hold 80 to 150 MB. */
const keptBytes = 256 * MB;
const drawLimits: WorkLimits = { timeMs: 15_000, ...readerLimits, scratchBytes: 32 * MB };

/** Opens the readers of an engine. None starts before there is something to read. */
export function openReading(options: ReadingOptions): Reading {
  const { startSandboxedProcess, scratchDir, size, hasRoom, waitUntilIdle } = options;
  // A reader needs no LibreOffice.
  const usual = { memoryBytes: readerLimits.memoryBytes, office: null };
  const start = () => startSandboxedProcess({ ...usual, niceness: lowestPriority });
  // One that has used the second reader, or had a large file, holds several times as much as another.
  const mayKeep = ({ pid }: SandboxedProcess) => hasRoom() && pid !== undefined && memoryOf(pid) <= keptBytes;
  const readers = openReaderPool({ start, size, mayKeep });
  // Somebody looks at the page: it waits neither for readings nor at their priority, and takes no reader from them.
  const drawers = openReaderPool({
    start: () => startSandboxedProcess(usual),
    size: Math.max(1, Math.floor(size / 2)),
    mayKeep,
  });

  /** Sends a request to a process of a pool. `clock` counts the time of the work. */
  function ask(
    pool: ReaderPool,
    path: string,
    request: SandboxRequest,
    outPath: string,
    { limits, clock, ...options }: ReaderRunOptions & { limits: WorkLimits; clock?: WorkClock },
  ): Promise<SandboxReply> {
    return pool.run(async (child) => {
      const work = () =>
        serve(child, [{ path, file }], request, outPath, { limits, signal: options.signal }).catch((error: unknown) => {
          if (error instanceof ResultRefused) return { failed: error.message };
          throw error;
        });
      const reply = await (clock ? clock.during(work, child.waitedMs) : work());
      if ("failed" in reply) await child.end(); // PDFium may have crashed
      return reply;
    }, options);
  }

  return {
    read(path, { practiceId, languages = [], first = 1, deadlineMs, signal }) {
      const installed = installedLanguages();
      const clock = new WorkClock();
      return readPdf({
        async ask(request, limits, outPath, both) {
          await waitUntilIdle(both);
          const reply = await ask(readers, path, request, outPath, { practiceId, limits, clock, signal: both });
          return "did" in reply && reply.did === "read" ? reply : null;
        },
        clock,
        newPath: () => join(scratchDir, `${sandboxName()}-readings`),
        file,
        languages: installed.includes(english)
          ? [english, ...languages.filter((code) => code !== english && installed.includes(code)).slice(0, 1)]
          : [],
        first,
        deadlineMs,
        width: size,
        hasSecondReader: hasSecondReader(),
        signal,
      });
    },

    async drawPage(path, page, outPath, { practiceId, signal }) {
      const request = { do: "draw", file, index: page - 1 } as const;
      const reply = await ask(drawers, path, request, outPath, { practiceId, signal, limits: drawLimits });
      if ("did" in reply && reply.did === "draw" && (await isWebpFile(outPath))) return;
      await rm(outPath, { force: true });
      throw new Error(`A page could not be drawn. ${"failed" in reply ? reply.failed : ""}`.trim());
    },

    async close() {
      await Promise.all([readers.close(), drawers.close()]);
    },
  };
}

function memoryOf(pid: number): number {
  const { privateBytes, sharedBytes } = useOf(processTree(pid));
  return privateBytes + sharedBytes;
}

/** In bytes; a page that is all photograph takes a tenth. */
const maxPictureBytes = 8 * MB;

async function isWebpFile(path: string): Promise<boolean> {
  return (await stat(path)).size <= maxPictureBytes && isWebp(await readFile(path), maxPictureBytes);
}
