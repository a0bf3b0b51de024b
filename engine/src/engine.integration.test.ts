import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { chmod, copyFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { type InnerOptions, openEngine } from "./engine.ts";
import type { Engine } from "./engine-api.ts";
import { findOffice } from "./office/find-office.ts";
import { programOrSource, sandboxProgram } from "./sandbox/bundle.ts";
import { candidates } from "./sandbox/choose-launcher.ts";
import { childrenOf } from "./sandbox/process-tree.ts";
import { startSandboxedProcess } from "./sandbox/sandboxed-process.ts";
import type { WorkLimits } from "./sandbox/watchdog.ts";

const fixtures = join(import.meta.dirname, "..", "..", "fixtures", "files");
/** Less memory than LibreOffice needs. */
const tight: WorkLimits = { timeMs: 60_000, memoryBytes: 20 * 2 ** 20, scratchBytes: 2 ** 30 };
const roomy: WorkLimits = { timeMs: 60_000, memoryBytes: 2 ** 30, scratchBytes: 2 ** 30 };

let home: string;
let dir: string;
let engine: Engine | undefined;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "sheaf-engine-"));
  await chmod(home, 0o711); // so that root can give each sandboxed process a user of its own
});
afterAll(() => rm(home, { recursive: true, force: true }));
beforeEach(async () => {
  dir = await mkdtemp(join(home, "test-"));
  await chmod(dir, 0o711);
});
afterEach(async () => {
  await engine?.close();
  engine = undefined;
});

/** Opens an engine for one test. Only the result of the probe is shared with other tests. */
async function open(options: Partial<InnerOptions> = {}): Promise<Engine> {
  const cacheDir = inject("engineCacheDir");
  engine = await openEngine({ scratchDir: join(dir, "scratch"), cacheDir, children: 1, ahead: false, ...options });
  return engine;
}

const convert = (opened: Engine, name: string, practiceId = "anna", signal?: AbortSignal) =>
  opened.convertFile({ path: join(fixtures, name), name }, join(dir, `${name}.pdf`), {
    practiceId,
    ...(signal ? { signal } : {}),
  });

/** Returns the descendants of a process whose name begins with `name`. */
function running(name: string, below = process.pid): number[] {
  return childrenOf(below).flatMap((pid) => [...(nameOf(pid).startsWith(name) ? [pid] : []), ...running(name, pid)]);
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8");
  } catch {
    return "";
  }
}

/** Waits for a process with that name that is not in `before`, and kills it with SIGKILL. */
async function kill(name: string, before: number[] = []): Promise<number[]> {
  const found = () => running(name).filter((pid) => !before.includes(pid));
  await expect.poll(() => found().length, { interval: 2 }).toBeGreaterThan(0);
  const killed = found();
  for (const pid of killed) process.kill(pid, "SIGKILL");
  return killed;
}

describe("an engine", () => {
  test("reports its sandbox and its LibreOffice", async () => {
    const opened = await open();

    expect(opened.health()).toMatchObject({ sandbox: "bubblewrap", office: "kit", notes: [] });
    expect(opened.health().officeVersion).toMatch(/^\d+\.\d+/);
  });

  test.each([
    ["invoice.docx", { outcome: "converted", pages: 1 }],
    ["ledger.xlsx", { outcome: "converted" }],
    ["receipt-photo.jpg", { outcome: "converted", pages: 1 }],
    ["quarters.heic", { outcome: "converted", pages: 1 }],
    ["us-letter.pdf", { outcome: "converted" }],
    ["notes.txt", { outcome: "converted" }],
    ["garbage.docx", { outcome: "rejected", reason: "damaged" }],
    ["truncated.docx", { outcome: "rejected", reason: "damaged" }],
    ["protected.docx", { outcome: "rejected", reason: "password" }],
    ["macro.docx", { outcome: "converted", warnings: [{ code: "macros-not-run" }] }],
    ["blank.txt", { outcome: "rejected", reason: "empty" }],
  ])("converts or refuses %s as expected", async (name, expected) => {
    const result = await convert(await open(), name);

    expect(result).toMatchObject(expected);
    if (result.outcome === "rejected") expect(result.text).toMatch(new RegExp(`^${name} .*\\.$`));
    const written = (await readdir(dir)).filter((entry) => entry.includes(name));
    expect(written).toEqual(result.outcome === "converted" ? [`${name}.pdf`] : []);
  });

  test("joins converted files in the given order", async () => {
    const opened = await open();
    const names = ["receipt-photo.jpg", "invoice.docx", "notes.txt"];
    const results = await Promise.all(names.map((name) => convert(opened, name)));
    const pages = results.reduce((sum, result) => sum + (result.outcome === "converted" ? result.pages : 0), 0);

    const sources = names.map((name) => ({ path: join(dir, `${name}.pdf`), title: name }));
    const whole = await opened.assemble(sources, join(dir, "whole.pdf"), { practiceId: "anna", title: "Papers" });

    expect(whole.pages).toBe(pages);
    const first = { source: 2, page: 1, turn: 90 } as const;
    const some = [first, { source: 0, page: 1, turn: 0 } as const];
    const options = { practiceId: "anna", title: "Papers", pages: some };
    expect((await opened.assemble(sources, join(dir, "some.pdf"), options)).pages).toBe(2);
  });

  test("leaves no process and no document behind when it closes, even in the middle of work", async () => {
    const opened = await open();
    const abandoned = convert(opened, "invoice.docx").catch(() => "abandoned");
    await expect.poll(() => running("sheaf-office").length, { interval: 2 }).toBe(1);

    await opened.close();

    await abandoned;
    expect(running("sheaf-")).toEqual([]);
    expect(running("bwrap")).toEqual([]);
    expect(readdirSync(join(dir, "scratch"))).toEqual([]);
  });
});

describe("a fault", () => {
  test("a document still converts after LibreOffice was killed while converting it", async () => {
    const converted = convert(await open(), "invoice.docx");

    await kill("sheaf-office");

    expect(await converted).toMatchObject({ outcome: "converted", pages: 1 });
  });

  test("a document still converts after its sandboxed process was killed while converting it", async () => {
    const converted = convert(await open(), "invoice.docx");

    await kill("sheaf-sandbox");

    expect(await converted).toMatchObject({ outcome: "converted", pages: 1 });
  });

  test("a sandboxed process that is killed twice is reported as an error in Sheaf, not as a fault of the file", async () => {
    const converted = convert(await open(), "invoice.docx");

    const first = await kill("sheaf-sandbox");
    await kill("sheaf-sandbox", first);

    // The text is written to a log, which must not contain names of documents.
    expect(await converted).toMatchObject({ outcome: "failed", text: expect.not.stringContaining("invoice") });
  });

  test("a document that takes too long is refused, its processes are ended, and the next document converts", async () => {
    let timeMs = 1;
    const opened = await open({ limitsFor: () => ({ ...roomy, timeMs }) });

    const text = expect.stringMatching(/^invoice\.docx took longer than the limit of \d+ s to convert\. Split it/);
    expect(await convert(opened, "invoice.docx")).toMatchObject({ outcome: "rejected", reason: "timeout", text });

    timeMs = roomy.timeMs;
    expect(await convert(opened, "invoice.docx")).toMatchObject({ outcome: "converted" });
  });

  test("a document that needs too much memory is refused with a message that states the limit", async () => {
    const opened = await open({ limitsFor: () => tight, freeMemory: () => 2 ** 31 });

    const result = await convert(opened, "invoice.docx");

    expect(result).toMatchObject({ outcome: "rejected", reason: "too-large" });
    expect(result.outcome === "rejected" && result.text).toContain("limit of 20 MB of memory");
  });

  test("a document that exceeds the memory limit is retried once with a higher limit, and other files of its practice still convert", async () => {
    const opened = await open({ limitsFor: () => tight, freeMemory: () => 2 ** 32 });

    const [large, other] = await Promise.all([convert(opened, "invoice.docx"), convert(opened, "statement.pdf")]);

    expect(large).toMatchObject({ outcome: "converted", pages: 1 });
    expect(other).toMatchObject({ outcome: "converted" });
  });

  test.each([
    ["slides.pptx", "Save it as PDF and replace it."],
    ["scan.png", "Save it with fewer pixels and replace it."],
    ["statement.pdf", "Split it and replace it."],
    ["ledger.xlsx", "Split it or save it as PDF and replace it."],
  ])("%s that exceeds a limit is refused with advice for its type", async (name, advice) => {
    const opened = await open({ limitsFor: () => ({ ...roomy, timeMs: 1 }) });

    const text = `${name} took longer than the limit of 0 s to convert. ${advice}`;
    expect(await convert(opened, name)).toMatchObject({ outcome: "rejected", reason: "timeout", text });
  });

  test("cancelled work ends immediately", async () => {
    const opened = await open();
    const stop = new AbortController();
    const converted = convert(opened, "invoice.docx", "anna", stop.signal);
    converted.catch(() => {});
    await expect.poll(() => running("sheaf-sandbox").length, { interval: 2 }).toBe(1);

    stop.abort(new Error("the worker is leaving"));

    await expect(converted).rejects.toThrow("the worker is leaving");
  });

  /** Opens an engine as on a machine without bubblewrap. */
  async function openWithoutPrograms(sandbox: "auto" | "bubblewrap"): Promise<Engine> {
    const path = process.env.PATH;
    process.env.PATH = "/nowhere";
    return open({ sandbox, cacheDir: join(dir, "cache") }).finally(() => {
      process.env.PATH = path;
    });
  }

  test("without bubblewrap the engine uses Landlock, and a note says what is weaker", async () => {
    const opened = await openWithoutPrograms("auto");

    expect(opened.health()).toMatchObject({ sandbox: "landlock", office: "kit" });
    expect(opened.health().notes[0]).toMatch(/Landlock, which hides less than bubblewrap/);
    expect(await convert(opened, "invoice.docx")).toMatchObject({ outcome: "converted" });
  });

  test("when the configured sandbox is not available nothing is converted, and a note says why", async () => {
    const opened = await openWithoutPrograms("bubblewrap");

    expect(opened.health()).toMatchObject({ sandbox: "none" });
    expect(await convert(opened, "notes.txt")).toMatchObject({ outcome: "failed", text: /bubblewrap/ });
  });
});

describe("a sandboxed process", () => {
  const childOf = async (sandbox: "bubblewrap" | "landlock" | "off", program?: string) => {
    const office = findOffice();
    const child = { office, program: program ?? (await sandboxProgram()) };
    const [candidate] = candidates(sandbox, { cacheDir: inject("engineCacheDir"), scratchDir: dir, ...child });
    if (!candidate) throw new Error("There is no way to make a sandboxed process.");
    const launcher = await candidate.open();
    return startSandboxedProcess({
      launcher,
      scratchDir: dir,
      name: "sandboxed process",
      locale: "en-GB",
      timeZone: "Europe/London",
      ...child,
    });
  };

  test.each([
    ["bubblewrap", []],
    ["landlock", []],
    ["off", ["files of this machine", "the network", "the making of network sockets"]],
  ] as const)("with sandbox %s lets a document reach %j", async (sandbox, reached) => {
    await writeFile(join(home, "secret"), "only for the host");
    const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const child = await childOf(sandbox);

    const answer = await child.ask({ do: "try", path: join(home, "secret"), port }, roomy);
    await child.end();
    server.close();

    expect(answer).toEqual({ did: "try", leaks: reached });
  });

  test("runs from the sources when its bundle was deleted", async () => {
    const child = await childOf("bubblewrap", programOrSource("node_modules/.cache/removed/sandbox-program.mjs"));
    await copyFile(join(fixtures, "invoice.docx"), join(child.folders.inDir, "invoice.docx"));

    const answer = await child.ask({ do: "convert", file: "invoice.docx", name: "invoice.docx", sizeBytes: 1 }, roomy);
    await child.end();

    expect(answer).toMatchObject({ did: "convert", pages: 1 });
  });

  test("keeps nothing of a document after it has answered", async () => {
    const child = await childOf("bubblewrap");
    await copyFile(join(fixtures, "invoice.docx"), join(child.folders.inDir, "invoice.docx"));

    await child.ask({ do: "convert", file: "invoice.docx", name: "invoice.docx", sizeBytes: 1 }, roomy);

    expect(readdirSync(child.folders.workDir)).toEqual([]);
    await child.end();
    expect(readdirSync(dir)).toEqual([]);
  });
});
