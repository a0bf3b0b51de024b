import { mkdtemp, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { extname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { defined } from "@sheaf/contracts/defined.ts";
import { safeFileName } from "@sheaf/contracts/file-names.ts";
import { containerLimits, conversionLimits, MB } from "@sheaf/contracts/limits.ts";
import { ConvertError } from "./converter.ts";
import type { Engine, EngineOptions, FileResult } from "./engine-api.ts";
import { failureIn, isOurs, refusalIn, usualLimits, withoutNames } from "./engine-replies.ts";
import { withReadingNote } from "./installed/notes.ts";
import type { Reading } from "./read/reading.ts";
import { textPagesOf, writeTextPages } from "./read/text-layer/text-page.ts";
import { freeMemoryBytes } from "./sandbox/free-memory.ts";
import { openPool } from "./sandbox/pool.ts";
import { prepare, readers } from "./sandbox/prepare.ts";
import type { SandboxAnswer, SandboxRequest } from "./sandbox/protocol.ts";
import type { SandboxedProcess, SandboxReply } from "./sandbox/sandboxed-process.ts";
import { removeFolder, sandboxName } from "./sandbox/scratch.ts";
import { type GivenFile, type ServeOptions, serve } from "./sandbox/serve.ts";
import type { WorkLimits } from "./sandbox/watchdog.ts";
import { writeThumbnails } from "./thumbnail/thumbnails.ts";
import { readItems } from "./unpack/read-items.ts";

/** Options for commands that run once, and for tests. */
export interface InnerOptions extends EngineOptions {
  /**
   * Folder that is kept after the engine has closed, for the result of the probe and compiled code. In the scratch
   * folder when omitted.
   */
  cacheDir?: string;
  /** Whether sandboxed processes start before they are needed; true when omitted. */
  ahead?: boolean;
  /** Whether sandboxed processes run at a lower priority than other programs; true when omitted. */
  isNice?: boolean;
  /** Whether results are only joined or copied and then deleted; false when omitted. See `movesResult`. */
  isThrownAway?: boolean;
  /**
   * Called after each request while the sandboxed process still has the file, so that a developer can examine it. The
   * process is ended afterwards.
   */
  inspect?: (sandbox: Pick<SandboxedProcess, "pid" | "workDir">) => Promise<void>;
  /** Replaces the limits of a request. */
  limitsFor?: (inputBytes: number) => WorkLimits;
  /** Replaces the machine's free memory, in bytes. */
  freeMemory?: () => number;
}

/**
 * Attempts at one request. A crash does not prove that the file is at fault, so the second attempt runs in a sandboxed
 * process that has had no file yet.
 */
const maxAttempts = 2;
/**
 * How many results of one sandboxed process the command line takes without copying them: half of the files that it
 * usually gets.
 */
const movableResults = 16;
/** Work that is not urgent waits at most this long for a moment without other work, and checks at this interval. */
const maxIdleWaitMs = 30_000;
const idleCheckMs = 100;
/** Reading begins when nothing has been converted for this long, so that it does not delay a job's last files … */
const quietMs = 500;
/** … or after this long, on a machine that always converts something. */
const maxQuietWaitMs = 2_000;
const warmLimits: WorkLimits = { timeMs: 60_000, memoryBytes: 2048 * MB, scratchBytes: 1024 * MB };

interface WorkOptions extends ServeOptions {
  practiceId: string;
  /** Maximum number of attempts; 2 when omitted. */
  attempts?: number;
  /** Uses a sandboxed process that has had no file yet. */
  isFresh?: boolean;
  /** Runs while nothing else is converted, in a sandboxed process with more memory. */
  isAlone?: boolean;
}

interface Tried {
  reply: SandboxReply;
  ms: number;
}

/**
 * Finds LibreOffice, verifies that a sandbox can be made, and starts the first sandboxed processes.
 * @throws Error only when the scratch folder cannot be written; `health` reports anything else that is missing
 */
export async function openEngine(options: InnerOptions): Promise<Engine> {
  const { scratchDir, sandbox = "auto", locale = "en-GB", timeZone = "Europe/London" } = options;
  const {
    cacheDir = join(scratchDir, "cache"),
    limitsFor = usualLimits,
    isNice = true,
    isThrownAway = false,
  } = options;
  const { freeMemory = freeMemoryBytes, inspect } = options;
  const place = { scratchDir, cacheDir, sandbox, locale, timeZone, isNice };
  const { health, startSandboxedProcess } = await prepare({
    ...place,
    movableResults: isThrownAway ? movableResults : 0,
  });
  const pool =
    startSandboxedProcess &&
    openPool({
      startSandboxedProcess: (isAlone = false) =>
        startSandboxedProcess(isAlone ? { memoryBytes: conversionLimits.aloneMemoryBytes } : undefined),
      warm: async (child) => void (await child.ask({ do: "warm" }, warmLimits)),
      size: options.children ?? availableParallelism(),
      ahead: options.ahead ?? true,
      hasRoom: () => freeMemory() >= conversionLimits.idleFreeBytes,
    });

  let opening: Promise<Reading> | undefined;
  /** @throws Error when there is no sandbox */
  function reading(): Promise<Reading> {
    if (!startSandboxedProcess) throw new Error(`No sandbox can be made on this machine. ${health.notes.join(" ")}`);
    opening ??= import("./read/reading.ts").then(({ openReading }) =>
      openReading({
        startSandboxedProcess,
        scratchDir,
        size: options.readers ?? availableParallelism(),
        // Idle readers leave free what a file may need that is converted alone.
        hasRoom: () => freeMemory() >= conversionLimits.aloneFreeBytes + conversionLimits.idleFreeBytes,
        waitUntilIdle: waitUntilQuiet,
      }),
    );
    return opening;
  }

  /**
   * Makes one attempt in a sandboxed process.
   * @returns null when the process was to run alone and the machine has too little free memory for it
   * @throws the signal's reason, or any error outside the sandboxed process
   */
  async function tryOnce(
    files: GivenFile[],
    request: SandboxRequest,
    outPath: string,
    { practiceId, isFresh = false, isAlone = false, ...options }: WorkOptions,
  ): Promise<Tried | null> {
    if (!pool) return { reply: { failed: `No sandbox can be made on this machine. ${health.notes.join(" ")}` }, ms: 0 };
    const { signal, isLast = false } = options;
    return pool.run(
      practiceId,
      async (child) => {
        if (isAlone && freeMemory() < conversionLimits.aloneFreeBytes) return null;
        const began = performance.now();
        const reply = await serve(child, files, request, outPath, options);
        const ms = performance.now() - began;
        if (!child.isBroken()) await inspect?.(child);
        if ("failed" in reply) await child.end(); // its LibreOffice may have exited
        return { reply, ms };
      },
      { fresh: isFresh, isLast, isAlone, isConversion: request.do === "convert", ...defined({ signal }) },
    );
  }

  /**
   * Runs a request, with further attempts after errors of ours.
   * @returns the reply, and the time without the wait for a free sandboxed process
   * @throws the signal's reason, or any error outside the sandboxed process
   */
  async function work(
    files: GivenFile[],
    request: SandboxRequest,
    outPath: string,
    { attempts = maxAttempts, ...options }: WorkOptions,
  ): Promise<Tried> {
    let reply: SandboxReply = { failed: "" };
    let ms = 0;
    for (let count = 1; count <= attempts; count++) {
      const tried = await tryOnce(files, request, outPath, { ...options, isFresh: count > 1 });
      reply = tried?.reply ?? reply;
      ms += tried?.ms ?? 0;
      if (!isOurs(reply)) break;
    }
    return { reply, ms: Math.round(ms) };
  }

  /**
   * Converts a file. One that exceeds the memory limit is retried once, alone and with a higher limit, when the machine
   * has enough memory.
   */
  async function convertWithMemory(
    files: GivenFile[],
    request: SandboxRequest,
    outPath: string,
    options: WorkOptions,
  ): Promise<Tried & { limits: WorkLimits }> {
    const { limits } = options;
    const usual = await work(files, request, outPath, options);
    const wantsMore = "broken" in usual.reply && usual.reply.broken === "memory";
    const more = { ...limits, memoryBytes: conversionLimits.aloneMemoryBytes };
    if (!wantsMore || limits.memoryBytes >= more.memoryBytes) return { ...usual, limits };
    const alone = await tryOnce(files, request, outPath, { ...options, limits: more, isAlone: true });
    if (!alone || isOurs(alone.reply)) return { ...usual, limits };
    return { reply: alone.reply, ms: Math.round(usual.ms + alone.ms), limits: more };
  }

  /**
   * Runs a request other than a conversion and returns its answer.
   * @param words `what` describes the failure for the log; `name` shows the type of the file
   * @throws ConvertError when the files are at fault; any other error is an error in Sheaf
   */
  async function ask<Do extends "unpack" | "assemble" | "shrink" | "add-text">(
    files: GivenFile[],
    request: SandboxRequest & { do: Do },
    outPath: string,
    options: WorkOptions,
    { what, name = "pages.pdf" }: { what: string; name?: string },
  ): Promise<Extract<SandboxAnswer, { did: Do }> & { ms: number }> {
    const { reply, ms } = await work(files, request, outPath, options);
    if ("did" in reply && reply.did === request.do) return { ...(reply as Extract<SandboxAnswer, { did: Do }>), ms };
    const refused = refusalIn(reply, options.limits, name);
    const names = [...files.map(({ file }) => file), name];
    throw refused
      ? new ConvertError(refused.reason, refused.detail)
      : new Error(`${what}: ${withoutNames(failureIn(reply), names)}`);
  }

  /** Waits until no file waits for a sandboxed process, at most 30 seconds. */
  async function waitUntilIdle(signal: AbortSignal | undefined): Promise<void> {
    const latest = performance.now() + maxIdleWaitMs;
    while (pool?.hasWaitingWork() && performance.now() < latest) await setTimeout(idleCheckMs, undefined, { signal });
  }

  /** Waits until no file waits, and then for a moment in which none is converted either. */
  async function waitUntilQuiet(signal: AbortSignal | undefined): Promise<void> {
    await waitUntilIdle(signal);
    const latest = performance.now() + maxQuietWaitMs;
    while (pool && pool.idleMs() < quietMs && performance.now() < latest) {
      await setTimeout(idleCheckMs, undefined, { signal });
    }
  }

  return {
    async convertFile(input, outPath, { practiceId, signal, asDocument = false }): Promise<FileResult> {
      const { size: sizeBytes } = await stat(input.path);
      const file = safeFileName(input.name);
      const requested = { file, name: input.name, sizeBytes, ...defined({ password: input.password }) };
      const request: SandboxRequest = { do: "convert", ...requested, containers: !asDocument };
      const how = { practiceId, signal, limits: limitsFor(sizeBytes), movesResult: isThrownAway };
      const { reply, ms, limits } = await convertWithMemory([{ path: input.path, file }], request, outPath, how);

      if ("did" in reply && reply.did === "convert") {
        return { outcome: "converted", pages: reply.pages, warnings: reply.warnings, ms };
      }
      if ("did" in reply && reply.did === "list" && !asDocument) {
        return { outcome: "container", items: reply.items, ms };
      }
      const refused = refusalIn(reply, limits, input.name);
      if (refused) return { outcome: "rejected", reason: refused.reason, text: `${input.name} ${refused.detail}`, ms };
      return { outcome: "failed", text: withoutNames(failureIn(reply), [file, input.name]), ms };
    },

    async *unpack({ path, name, password }, folder, { practiceId, limits: itemLimits, only, signal }) {
      const file = safeFileName(name);
      const { memoryBytes } = containerLimits;
      const { size: sizeBytes } = await stat(path);
      const options = { practiceId, signal, limits: { ...limitsFor(sizeBytes), memoryBytes } };
      const requested = { file, name, sizeBytes, ...defined({ password }) };
      const unpackFrom = (first: number, outPath: string) => {
        const request = { do: "unpack", ...requested, first, isSingle: only !== undefined } as const;
        return ask([{ path, file }], request, outPath, options, { what: "A container could not be unpacked", name });
      };
      yield* readItems(unpackFrom, folder, { ...itemLimits, containerBytes: sizeBytes, ...defined({ only }) });
    },

    async assemble(sources, outPath, { practiceId, title, pages, signal, isLast = false }) {
      const sizes = await Promise.all(sources.map(async ({ path }) => (await stat(path)).size));
      const files = sources.map(({ path }, index) => ({
        path,
        file: `${String(index + 1).padStart(4, "0")}${extname(path)}`,
      }));
      const titled = sources.map((source, index) => ({ file: files[index]?.file ?? "", title: source.title }));
      const request = { do: "assemble", sources: titled, title, ...(pages && { pages }) } as const;
      const limits = limitsFor(sizes.reduce((sum, size) => sum + size, 0));
      const options = { practiceId, signal, limits, isLast };
      const made = await ask(files, request, outPath, options, { what: "The pages could not be merged" });
      return { pages: made.pages, ms: made.ms };
    },

    async shrink(path, outPath, { practiceId, targetBytes, signal }) {
      const file = "pages.pdf";
      const limits = limitsFor((await stat(path)).size);
      const request = { do: "shrink", file, targetBytes } as const;
      const what = "The pictures of a PDF could not be reduced";
      const made = await ask([{ path, file }], request, outPath, { practiceId, signal, limits }, { what });
      const { size: sizeBytes } = await stat(outPath);
      return { sizeBytes, pages: made.pages, reachedTarget: sizeBytes <= targetBytes };
    },

    async addText(path, outPath, readings, { practiceId, signal }) {
      const [file, words] = ["pages.pdf", "words.jsonl"];
      await waitUntilIdle(signal);
      const folder = await mkdtemp(join(scratchDir, `${sandboxName()}-`));
      try {
        const wordsPath = join(folder, words);
        await writeFile(wordsPath, writeTextPages(textPagesOf(readings)));
        const limits = limitsFor((await stat(path)).size + (await stat(wordsPath)).size);
        const files = [
          { path, file },
          { path: wordsPath, file: words },
        ];
        const request = { do: "add-text", file, words } as const;
        const what = "Text could not be added to a PDF";
        const made = await ask(files, request, outPath, { practiceId, signal, limits }, { what });
        return { pages: made.pages, words: made.words, sizeBytes: (await stat(outPath)).size };
      } finally {
        await removeFolder(folder);
      }
    },

    async thumbnails(path, outDir, { practiceId, signal }) {
      const file = "pages.pdf";
      return writeThumbnails(
        async (request, limits, outPath) => {
          await waitUntilIdle(signal);
          // One attempt: a page that crashes its sandboxed process would crash the next one too.
          const options = { practiceId, signal, limits, attempts: 1 };
          const { reply } = await work([{ path, file }], request, outPath, options);
          return "did" in reply && reply.did === "thumbnails" ? reply : null;
        },
        file,
        outDir,
      );
    },

    async *read(path, readOptions) {
      yield* (await reading()).read(path, readOptions);
    },

    async drawPage(path, page, outPath, drawOptions) {
      await (await reading()).drawPage(path, page, outPath, drawOptions);
    },

    // what reads pages may be installed after the start
    health: () => ({ ...health, ...readers(), notes: withReadingNote(health.notes) }),
    async close() {
      await Promise.all([pool?.close(), opening?.then((opened) => opened.close())]);
    },
  };
}
