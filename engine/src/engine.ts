import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { safeFileName } from "@sheaf/contracts/file-names.ts";
import { conversionLimits, conversionTimeMs, MB } from "@sheaf/contracts/limits.ts";
import { refusals } from "@sheaf/contracts/refusal-words.ts";
import type { Refusal } from "@sheaf/contracts/refusals.ts";
import { ConvertError } from "./converter.ts";
import type { Engine, EngineOptions, FileResult } from "./engine-api.ts";
import type { CellReply } from "./sandbox/cell.ts";
import { openPool } from "./sandbox/pool.ts";
import { cacheIn, prepare } from "./sandbox/prepare.ts";
import type { CellRequest } from "./sandbox/protocol.ts";
import { type GivenFile, type ServeOptions, serve } from "./sandbox/serve.ts";
import { type Breach, usualProcesses, type WorkLimits } from "./sandbox/watchdog.ts";
import { writeThumbnails } from "./thumbnail/thumbnails.ts";

/** For commands that run once, and for tests. */
export interface InnerOptions extends EngineOptions {
  /** Folder that outlives the engine: what the probe found, compiled code. In the scratch folder when left out. */
  cacheDir?: string;
  /** Starts cells before they are needed; true when left out. */
  ahead?: boolean;
  /** Whether other programs of this machine go first; true when left out. */
  givesWay?: boolean;
  /** Whether what comes out is only joined or copied, and thrown away then; false when left out. See `takesItself`. */
  isThrownAway?: boolean;
  /** Replaces the limits of one piece of work. */
  limitsFor?: (inputBytes: number) => WorkLimits;
}

/** A crash is not the file's verdict; the second try has a sandbox that has served nobody. */
const tries = 2;
/** How many results of one cell a run of the command line takes without a copy: half of the files that it is usually given. */
const takenResults = 16;
/** What is not urgent waits so long for a moment without other work, looking so often. */
const longestCalmMs = 30_000;
const lookAgainMs = 100;
const warmLimits: WorkLimits = { timeMs: 60_000, memoryBytes: 2048 * MB, scratchBytes: 1024 * MB };

interface WorkOptions extends ServeOptions {
  practiceId: string;
  /** Tries; a second when left out. */
  most?: number;
}

/**
 * Finds LibreOffice, proves that a sandbox can be made, and starts the first cells.
 * @throws Error only when the scratch folder cannot be written; whatever else is missing is said by `health`
 */
export async function openEngine(options: InnerOptions): Promise<Engine> {
  const { scratchDir, sandbox = "auto", locale = "en-GB", timeZone = "Europe/London" } = options;
  const { cacheDir = cacheIn(scratchDir), limitsFor = usualLimits, givesWay = true, isThrownAway = false } = options;
  const place = { scratchDir, cacheDir, sandbox, locale, timeZone, givesWay };
  const { health, startCell } = await prepare({ ...place, takenResults: isThrownAway ? takenResults : 0 });
  const pool =
    startCell &&
    openPool({
      startCell,
      warm: async (cell) => void (await cell.ask({ do: "warm" }, warmLimits)),
      size: options.children ?? availableParallelism(),
      ahead: options.ahead ?? true,
    });

  /**
   * @returns what came of it, and the time it took without waiting for a free cell
   * @throws the signal's reason; whatever else goes wrong twice
   */
  async function work(
    files: GivenFile[],
    request: CellRequest,
    outPath: string,
    { practiceId, most = tries, ...options }: WorkOptions,
  ): Promise<{ reply: CellReply; ms: number }> {
    if (!pool) return { reply: { failed: `No sandbox can be made on this machine. ${health.notes.join(" ")}` }, ms: 0 };
    const { signal, isLast = false } = options;
    let reply: CellReply = { failed: "" };
    let ms = 0;
    for (let count = 1; count <= most; count++) {
      const loan = { fresh: count > 1, isLast, ...(signal ? { signal } : {}) };
      reply = await pool.lend(
        practiceId,
        async (cell) => {
          const began = performance.now();
          const answer = await serve(cell, files, request, outPath, options);
          ms += performance.now() - began;
          if ("failed" in answer) await cell.end(); // its LibreOffice may be gone
          return answer;
        },
        loan,
      );
      const isOurs = "failed" in reply || ("broken" in reply && reply.broken === "crash");
      if (!isOurs) break;
    }
    return { reply, ms: Math.round(ms) };
  }

  /** Until no file waits for a cell, or long enough. */
  async function calm(signal: AbortSignal | undefined): Promise<void> {
    const latest = performance.now() + longestCalmMs;
    while (pool?.isWanted() && performance.now() < latest) await setTimeout(lookAgainMs, undefined, { signal });
  }

  return {
    async convertFile(input, outPath, { practiceId, signal }): Promise<FileResult> {
      const { size: sizeBytes } = await stat(input.path);
      const file = safeFileName(input.name);
      const secret = input.password === undefined ? {} : { password: input.password };
      const request: CellRequest = { do: "convert", file, name: input.name, sizeBytes, ...secret };
      const limits = limitsFor(sizeBytes);
      const how = { practiceId, signal, limits, takesItself: isThrownAway };
      const { reply, ms } = await work([{ path: input.path, file }], request, outPath, how);

      if ("did" in reply && reply.did === "convert") {
        return { outcome: "converted", pages: reply.pages, warnings: reply.warnings, ms };
      }
      const refused = refusalIn(reply, limits);
      if (refused) return { outcome: "rejected", reason: refused.reason, text: `${input.name} ${refused.detail}`, ms };
      // LibreOffice's last words may name the file, and a name says whose papers these are: it does not belong in a log.
      const text = failureIn(reply).replaceAll(file, "the file").replaceAll(input.name, "the file");
      return { outcome: "failed", text, ms };
    },

    async assemble(sources, outPath, { practiceId, title, signal, isLast = false }) {
      const sizes = await Promise.all(sources.map(async ({ path }) => (await stat(path)).size));
      const files = sources.map(({ path }, index) => ({
        path,
        file: `${String(index + 1).padStart(4, "0")}${extname(path)}`,
      }));
      const titled = sources.map((source, index) => ({ file: files[index]?.file ?? "", title: source.title }));
      const request: CellRequest = { do: "assemble", sources: titled, title };
      const limits = limitsFor(sizes.reduce((sum, size) => sum + size, 0));
      const { reply, ms } = await work(files, request, outPath, { practiceId, signal, limits, isLast });

      if ("did" in reply && reply.did === "assemble") {
        return { pages: reply.pages, ms };
      }
      throw errorOf(reply, limits, "The pages could not be put together");
    },

    async shrink(path, outPath, { practiceId, targetBytes, signal }) {
      const file = "pages.pdf";
      const limits = limitsFor((await stat(path)).size);
      const request: CellRequest = { do: "shrink", file, targetBytes };
      const { reply } = await work([{ path, file }], request, outPath, { practiceId, signal, limits });

      if ("did" in reply && reply.did === "shrink") {
        const { size: sizeBytes } = await stat(outPath);
        return { sizeBytes, pages: reply.pages, reachedTarget: sizeBytes <= targetBytes };
      }
      throw errorOf(reply, limits, "The pictures of a PDF could not be reduced");
    },

    async thumbnails(path, outDir, { practiceId, signal }) {
      const file = "pages.pdf";
      return writeThumbnails(
        async (request, limits, outPath) => {
          await calm(signal);
          // One try: a page that kills its cell would kill the next one too.
          const options = { practiceId, signal, limits, most: 1 };
          const { reply } = await work([{ path, file }], request, outPath, options);
          return "did" in reply && reply.did === "thumbnails" ? reply : null;
        },
        file,
        outDir,
      );
    },

    health: () => health,
    close: async () => pool?.close(),
  };
}

function usualLimits(inputBytes: number): WorkLimits {
  return {
    timeMs: conversionTimeMs(inputBytes),
    memoryBytes: conversionLimits.memoryBytes,
    // The result, and as much again for what is made on the way.
    scratchBytes: 2 * conversionLimits.outputBytes + inputBytes,
  };
}

/** The file's verdict, with the words that follow its name; null when it is not the file that is at fault. */
function refusalIn(reply: CellReply, limits: WorkLimits): { reason: Refusal; detail: string } | null {
  if ("rejected" in reply) return { reason: reply.rejected, detail: reply.detail ?? refusals[reply.rejected] };
  if (!("broken" in reply) || reply.broken === "crash") return null;
  if (reply.broken === "time") return { reason: "timeout", detail: tooSlow(limits) };
  return { reason: "too-large", detail: tooLarge(reply.broken, limits) };
}

function errorOf(reply: CellReply, limits: WorkLimits, what: string): Error {
  const refused = refusalIn(reply, limits);
  return refused ? new ConvertError(refused.reason, refused.detail) : new Error(`${what}: ${failureIn(reply)}`);
}

const tooSlow = ({ timeMs }: WorkLimits) =>
  `took longer than the limit of ${Math.round(timeMs / 1_000)} s to convert. Split it or save it as PDF and replace it.`;

function tooLarge(breach: Exclude<Breach, "time">, limits: WorkLimits): string {
  const { memoryBytes, scratchBytes, processes = usualProcesses } = limits;
  const needs = {
    memory: `needs more than the limit of ${Math.round(memoryBytes / MB)} MB of memory to convert`,
    scratch: `needs more than the limit of ${Math.round(scratchBytes / MB)} MB of disk space to convert`,
    processes: `starts more than the limit of ${processes} processes to convert`,
  };
  return `${needs[breach]}. Split it or save it as PDF and replace it.`;
}

/** For the log. */
function failureIn(reply: CellReply): string {
  if ("failed" in reply) return reply.failed;
  if ("broken" in reply) return `The sandbox ended while it worked. ${reply.diagnosis}`.trim();
  return "The sandbox answered another question.";
}
