import { afterEach, beforeEach, expect, test } from "vitest";
import { ownResults } from "../sandbox/results.ts";
import type { SandboxedProcess } from "../sandbox/sandboxed-process.ts";
import { openReading, type Reading } from "./reading.ts";

/** The priority and the request of each process that was asked, in order. */
let asked: { niceness: number | undefined; request: string }[];
let reading: Reading;

beforeEach(() => {
  asked = [];
  reading = openReading({
    scratchDir: "",
    size: 2,
    hasRoom: () => true,
    waitUntilIdle: async () => {},
    startSandboxedProcess: ({ niceness } = {}): SandboxedProcess => ({
      folders: { inDir: "", workDir: "", outDir: "", homeDir: "" },
      results: ownResults(""),
      pid: undefined,
      ask: (request) => {
        asked.push({ niceness, request: request.do });
        return new Promise(() => {}); // works for ever
      },
      isBroken: () => true, // so that it is given no files
      workDir: () => "",
      waitedMs: () => 0,
      end: async () => {},
    }),
  });
});
afterEach(() => reading.close());

function draw(page: number): void {
  void reading.drawPage("pages.pdf", page, "page.webp", { practiceId: "anna" }).catch(() => {});
}
function read(): void {
  void reading
    .read("pages.pdf", { practiceId: "ben" })
    [Symbol.asyncIterator]()
    .next()
    .catch(() => {});
}
const times = (request: string) => asked.filter((one) => one.request === request).length;

test("a page is drawn while every reader reads, at a higher priority", async () => {
  for (let file = 0; file < 3; file++) read();
  await expect.poll(() => times("read")).toBe(2);
  draw(1);
  await expect.poll(() => asked.at(-1)).toEqual({ niceness: undefined, request: "draw" });
});

test("however many pages are to be drawn, readings continue", async () => {
  for (let page = 1; page <= 20; page++) draw(page);
  read();
  read();
  await expect.poll(() => times("read")).toBe(2);
  expect(times("draw")).toBe(1);
});
