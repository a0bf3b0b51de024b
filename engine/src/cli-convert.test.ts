import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { runConvert } from "./cli-convert.ts";
import { ConvertError } from "./converter.ts";
import { openEngine } from "./engine.ts";
import type { Engine, EngineHealth, FileResult } from "./engine-api.ts";

vi.mock("./engine.ts", () => ({ openEngine: vi.fn() }));

const home = mkdtempSync(join(tmpdir(), "sheaf-cli-convert-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

let dir = home;
const signals = ["SIGINT", "SIGTERM"] as const;
const listeners = signals.map((signal) => process.listeners(signal));
beforeEach(() => {
  dir = mkdtempSync(join(home, "test-"));
  for (const name of ["log", "error"] as const) vi.spyOn(console, name).mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const [index, signal] of signals.entries())
    for (const one of process.listeners(signal)) if (!listeners[index]?.includes(one)) process.off(signal, one);
});

const said = (name: "log" | "error") => vi.mocked(console[name]).mock.calls.flat();
const at = (name: string) => join(dir, name);
const content = (name: string) => readFileSync(at(name), "utf8");
const refused: FileResult = { outcome: "rejected", reason: "damaged", text: "bad.pdf is damaged.", ms: 1 };

/** Makes an engine that converts every file to two pages, but "bad.pdf" to none. */
function engineWith({
  sandbox = "bubblewrap",
  notes = [],
  assembling,
}: Partial<EngineHealth> & { assembling?: Error } = {}) {
  const did: unknown[] = [];
  const engine: Partial<Engine> = {
    async convertFile({ path, name }, outPath) {
      if (name === "bad.pdf") return refused;
      writeFileSync(outPath, `pages of ${readFileSync(path, "utf8")}`);
      return { outcome: "converted", pages: 2, warnings: [], ms: 1 };
    },
    async assemble(sources, outPath, { title, isLast }) {
      did.push(["assemble", title, sources.map((one) => one.title), isLast]);
      if (assembling) throw assembling;
      writeFileSync(outPath, sources.map(({ path }) => readFileSync(path, "utf8")).join("; "));
      return { pages: 7, ms: 1 };
    },
    async *read(path) {
      did.push(["read", readFileSync(path, "utf8")]);
      yield* [];
    },
    async addText(path, outPath) {
      writeFileSync(outPath, `${readFileSync(path, "utf8")} with words`);
      return { pages: 0, words: 0, sizeBytes: 0 };
    },
    health: () => ({ sandbox, notes }) as EngineHealth,
    async close() {
      did.push("close");
    },
  };
  vi.mocked(openEngine)
    .mockReset()
    .mockResolvedValue(engine as Engine);
  return did;
}

/** Runs the command with these files and options; the content of a file is its name. */
async function run(files: string[], ...options: string[]) {
  for (const name of files) writeFileSync(at(name), name);
  const status = await runConvert([...files.map(at), ...options], at("cache"));
  expect(readdirSync(at("cache/scratch")), "nothing is left").toEqual([]);
  return status;
}

test("files become one PDF, which is assembled as the last work and named with its pages", async () => {
  const did = engineWith();
  expect(await run(["b.pdf", "a.pdf"], "-o", at("out.pdf"))).toBe(0);
  expect(content("out.pdf")).toBe("pages of b.pdf; pages of a.pdf");
  expect(did[0]).toEqual(["assemble", "out", ["b.pdf", "a.pdf"], true]);
  expect([said("log"), said("error")]).toEqual([[`${at("out.pdf")}: 7 pages from 2 of 2 files`], []]);
});

test("one PDF for each file is written instead, or as well, and then merging is not the last work", async () => {
  const did = engineWith();
  expect(await run(["b.pdf", "a.pdf"], "--separate", at("pages"))).toBe(0);
  expect(readdirSync(at("pages")).sort()).toEqual(["a.pdf.pdf", "b.pdf.pdf"]);
  expect(content("pages/a.pdf.pdf")).toBe("pages of a.pdf");
  expect(said("log")).toEqual([`${at("pages")}: 4 pages from 2 of 2 files`]);
  expect(did.every((one) => one === "close")).toBe(true);

  const both = engineWith();
  expect(await run(["b.pdf"], "-o", at("out.pdf"), "--separate", at("more"))).toBe(0);
  expect([content("out.pdf"), content("more/b.pdf.pdf")]).toEqual(["pages of b.pdf", "pages of b.pdf"]);
  expect(both.slice(0, 2)).toEqual([["assemble", "out", ["b.pdf"], false], "close"]);
});

test("words are added to each PDF that is written, and each file is read once", async () => {
  const did = engineWith();
  expect(await run(["a.pdf"], "-o", at("out.pdf"), "--separate", at("pages"), "--searchable")).toBe(0);
  expect([content("out.pdf"), content("pages/a.pdf.pdf")]).toEqual(Array(2).fill("pages of a.pdf with words"));
  expect(did.slice(0, 2)).toEqual([
    ["assemble", "out", ["a.pdf"], false],
    ["read", "pages of a.pdf"],
  ]);
  expect(did.filter((one) => Array.isArray(one) && one[0] === "read")).toHaveLength(1);
});

test("nothing is written when a file was refused, unless the others are to be kept", async () => {
  engineWith();
  expect(await run(["a.pdf", "bad.pdf"], "-o", at("out.pdf"), "--separate", at("pages"))).toBe(2);
  expect([existsSync(at("out.pdf")), existsSync(at("pages"))]).toEqual([false, false]);
  expect([said("log"), said("error")]).toEqual([[], ["bad.pdf is damaged.", "No PDF was written."]]);

  const did = engineWith();
  expect(await run(["a.pdf", "bad.pdf"], "-o", at("out.pdf"), "--keep-going")).toBe(2);
  expect(did[0]).toEqual(["assemble", "out", ["a.pdf"], true]);
  expect(said("log")).toEqual([`${at("out.pdf")}: 7 pages from 1 of 2 files`]);
});

test("nothing is written when no file was converted", async () => {
  const did = engineWith();
  expect(await run(["bad.pdf"], "-o", at("out.pdf"), "--keep-going")).toBe(2);
  expect(existsSync(at("out.pdf"))).toBe(false);
  expect(did.every((one) => one === "close")).toBe(true);
});

test("with --json each file is a line, and the last one says what was written", async () => {
  const lines = () => said("log").map((line) => JSON.parse(String(line)));
  engineWith();
  await run(["a.pdf", "bad.pdf"], "-o", at("out.pdf"), "--json");
  expect(lines().map(({ outcome }) => outcome)).toEqual(["converted", "rejected", undefined]);
  expect(lines().at(-1)).toEqual({ out: null, pages: 0, ms: expect.any(Number) });
  expect(said("error")).toEqual(["bad.pdf is damaged."]);
  vi.mocked(console.log).mockClear();
  engineWith();
  await run(["a.pdf"], "--separate", at("pages"), "--json");
  expect(lines().at(-1)).toEqual({ pages: 2, ms: expect.any(Number) });
});

test.each([
  [new ConvertError("too-large", "has too many pages."), 2, "The merged PDF has too many pages."],
  [new Error("no memory"), 1, "Error: no memory"],
])(
  "when merging fails with the error %s the status is %i, and nothing is written",
  async (assembling, status, words) => {
    engineWith({ assembling });
    expect(await run(["a.pdf"], "-o", at("out.pdf"))).toBe(status);
    expect(said("error")).toEqual([words]);
    expect(existsSync(at("out.pdf"))).toBe(false);
  },
);

test("without a sandbox nothing is converted, and one that is turned off is said", async () => {
  const did = engineWith({ sandbox: "none", notes: ["No sandbox.", "Install one."] });
  expect(await run(["a.pdf"], "-o", at("out.pdf"))).toBe(1);
  expect(said("error")).toEqual(["sheaf convert: No sandbox. Install one."]);
  expect(did.every((one) => one === "close")).toBe(true);
  vi.mocked(console.error).mockClear();
  engineWith({ sandbox: "off", notes: ["The sandbox is off.", "More."] });
  expect(await run(["a.pdf"], "-o", at("out.pdf"))).toBe(0);
  expect(said("error")).toEqual(["The sandbox is off."]);
});

test("an engine is opened with a sandbox for each file, for all cores where there is an archive, and one to inspect", async () => {
  const opened = async (files: string[], ...options: string[]) => {
    engineWith();
    await run(files, "-o", at("out.pdf"), ...options);
    return vi.mocked(openEngine).mock.calls[0]?.[0];
  };
  const place = { scratchDir: at("cache/scratch"), cacheDir: at("cache") };
  const usual = { ...place, ahead: false, isNice: false, isThrownAway: true };
  expect(await opened(["a.pdf"])).toMatchObject({ ...usual, children: 1 });
  expect(await opened(["a.pdf"])).not.toHaveProperty("inspect");
  const many = Array.from({ length: availableParallelism() + 1 }, (_, index) => `${index}.pdf`);
  expect(await opened(many)).toMatchObject({ children: availableParallelism() });
  expect(await opened(["a.zip"])).toMatchObject({ children: availableParallelism() });
  expect(await opened(["a.zip", "b.zip"], "--inspect")).toMatchObject({ children: 1, inspect: expect.any(Function) });
});

test("help is printed, and no engine is opened", async () => {
  engineWith();
  expect(await runConvert(["--help"], at("cache"))).toBe(0);
  expect(said("log")).toEqual([expect.stringMatching(/^Usage: sheaf convert FILE/)]);
  expect(openEngine).not.toHaveBeenCalled();
});
