import type { SpawnOptions } from "node:child_process";
import { EventEmitter } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { MB } from "@sheaf/contracts/limits.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { workFolder } from "../pdf/testing.ts";
import { OfficeDied } from "./office.ts";
import { OfficeKitUnavailable, startOfficeKit } from "./office-kit-client.ts";

const { spawn } = vi.hoisted(() => ({ spawn: vi.fn() }));
vi.mock("node:child_process", () => ({ spawn }));
beforeEach(() => void spawn.mockReset());

/** A child process that answers each request, or does nothing where there is no answer. */
function start(answerTo: (request: Record<string, unknown>) => unknown = () => undefined) {
  const [stdin, answers] = [new PassThrough(), new PassThrough()];
  const child = Object.assign(new EventEmitter(), { stdin, stdio: [stdin, null, null, answers], kill: vi.fn() });
  const asked: Record<string, unknown>[] = [];
  const say = (answer: unknown) => answers.write(`${JSON.stringify(answer)}\n`);
  stdin.on("data", (line) => {
    const request = JSON.parse(String(line)) as Record<string, unknown>;
    asked.push(request);
    const answer = answerTo(request);
    if (answer !== undefined) say(answer);
  });
  spawn.mockReturnValue(child);
  const officeKit = startOfficeKit("/office/program", "/home/office", "cy-GB");
  return { officeKit, child, asked, say };
}
const version = { version: "25.2.3.2" };
const done = { done: true, hiddenSlides: [2], changesLeft: true, hasFonts: false };
const failed = { done: false, stage: "load", askedForPassword: false, detail: "no filter", hasFonts: false };

/** Converts a file to PDF with a child that gives this answer, and writes this file before. */
async function converted(answer: unknown, written: string | undefined, password?: string) {
  const outPath = join(await workFolder(), "out.pdf");
  if (written !== undefined) await writeFile(outPath, written);
  const { officeKit, say, asked } = start(() => answer);
  say(version);
  const options = password === undefined ? undefined : { password };
  return { run: officeKit.toPdf("/in.docx", outPath, options), asked, outPath };
}

test("the child process is started with its folders and locale, and with LibreOffice's variables", () => {
  start();
  const [program, given, { env, stdio }] = spawn.mock.calls[0] as [string, string[], SpawnOptions];
  expect(program).toBe(process.execPath);
  expect(given.slice(-3)).toEqual(["/office/program", "/home/office", "cy-GB"]);
  expect(env).toMatchObject({ PATH: "/home/office", DISABLE_REDLINE: "1", HOME: process.env.HOME });
  expect(stdio).toEqual(["pipe", "ignore", "inherit", "pipe"]);
});

test("the first answer states the version", async () => {
  const { officeKit, say } = start();
  say(version);
  expect(await officeKit.version()).toBe("25.2.3.2");
});

test.each([
  [{ unavailable: "There is no LibreOfficeKit in /office/program." }, "There is no LibreOfficeKit in /office/program."],
  [done, "LibreOfficeKit did not say its version."],
])(
  "a child whose first answer is %j makes LibreOfficeKit unavailable, for its documents too",
  async (first, message) => {
    const { officeKit, say, asked } = start();
    say(first);
    await expect(officeKit.version()).rejects.toThrow(new OfficeKitUnavailable(message));
    await expect(officeKit.toPdf("/in.docx", "/out.pdf")).rejects.toBeInstanceOf(OfficeKitUnavailable);
    expect(asked).toEqual([]);
  },
);

test("a document that was written is told with what LibreOffice left out", async () => {
  const { run, asked, outPath } = await converted(done, "%PDF", "damson");
  expect(await run).toEqual(done);
  expect(asked).toEqual([{ inPath: "/in.docx", outPath, format: "pdf", pictures: "exact", password: "damson" }]);
});

test("the pictures of a document stay exact up to 4 MB, and are compressed in a larger one", async () => {
  const folder = await workFolder();
  const [inPath, outPath] = [join(folder, "in.docx"), join(folder, "out.pdf")];
  await writeFile(outPath, "%PDF");
  const { officeKit, say, asked } = start(() => done);
  say(version);
  for (const bytes of [4 * MB, 4 * MB + 1]) {
    await writeFile(inPath, Buffer.alloc(bytes));
    await officeKit.toPdf(inPath, outPath);
  }
  expect(asked.map(({ pictures }) => pictures)).toEqual(["exact", "small"]);
});

test.each<[string, unknown, string | undefined, object]>([
  ["wrote an empty file", done, "", { reason: "damaged", cause: "LibreOffice wrote nothing" }],
  ["wrote no file", done, undefined, { reason: "damaged", cause: "LibreOffice wrote nothing" }],
  ["could not load it", failed, undefined, { reason: "damaged", cause: "no filter" }],
  ["could not load it where a file is left", failed, "%PDF", { reason: "damaged", cause: "no filter" }],
  ["asked for a password", { ...failed, askedForPassword: true }, undefined, { reason: "password" }],
  ["found only hidden slides", { ...failed, stage: "hidden" }, undefined, { reason: "empty" }],
  ["could not save it", { ...failed, stage: "save" }, undefined, { reason: "damaged" }],
])("a document fails when LibreOffice %s", async (_what, answer, written, error) => {
  await expect((await converted(answer, written)).run).rejects.toMatchObject(error);
});

test("fonts that a document brought are told, also where it fails, and LibreOffice can be ended", async () => {
  const outPath = join(await workFolder(), "out.pdf");
  await writeFile(outPath, "%PDF");
  const answers = [done, { ...failed, hasFonts: true }];
  const { officeKit, say, child } = start(() => answers.shift());
  say(version);
  await officeKit.toPdf("/in.docx", outPath);
  expect(officeKit.hasDocumentFonts()).toBe(false);
  await expect(officeKit.toPdf("/in.docx", outPath)).rejects.toMatchObject({ reason: "damaged" });
  expect(officeKit.hasDocumentFonts()).toBe(true);
  officeKit.close();
  expect(child.kill).toHaveBeenCalledExactlyOnceWith("SIGKILL");
});

test("an answer to another request is an error of LibreOffice", async () => {
  await expect((await converted(version, "%PDF")).run).rejects.toThrow(
    new OfficeDied("LibreOffice responded to another request."),
  );
});

test("a workbook is converted to XLSX, and warming waits for its answer", async () => {
  const outPath = join(await workFolder(), "out.xlsx");
  await writeFile(outPath, "PK");
  const { officeKit, say, asked } = start((request) => ("warm" in request ? version : done));
  say(version);
  expect(await officeKit.toXlsx("/in.xls", outPath)).toBeUndefined();
  expect(await officeKit.warm()).toBeUndefined();
  expect(asked).toEqual([{ inPath: "/in.xls", outPath, format: "xlsx" }, { warm: true }]);
});

test("a second document is sent when the first one is answered, whether it failed or not", async () => {
  const outPath = join(await workFolder(), "out.pdf");
  await writeFile(outPath, "%PDF");
  const { officeKit, say, asked } = start();
  say(version);
  const runs = ["a", "b", "c"].map((name) => officeKit.toPdf(`/${name}.docx`, outPath));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  say(failed);
  await expect(runs[0]).rejects.toMatchObject({ reason: "damaged" });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  say(done);
  expect(await runs[1]).toEqual(done);
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  say(done);
  await runs[2];
  expect(asked.map(({ inPath }) => inPath)).toEqual(["/a.docx", "/b.docx", "/c.docx"]);
});

test.each<[string, (child: EventEmitter) => void, string]>([
  ["crashes", (child) => void child.emit("close", null, "SIGSEGV"), "LibreOffice ended with SIGSEGV."],
  ["exits", (child) => void child.emit("close", 3, null), "LibreOffice ended with 3."],
  [
    "cannot be started",
    (child) => void child.emit("error", new Error("ENOENT")),
    "LibreOffice could not be started: ENOENT",
  ],
])(
  "a child that %s fails the document that waits and every later one, with the first reason",
  async (_what, end, message) => {
    const { officeKit, say, child, asked } = start();
    say(version);
    const run = officeKit.toPdf("/in.docx", "/out.pdf");
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    end(child);
    child.emit("close", 9, null);
    child.stdin.emit("error", new Error("EPIPE"));
    await expect(run).rejects.toThrow(new OfficeDied(message));
    await expect(officeKit.toPdf("/in.docx", "/out.pdf")).rejects.toThrow(new OfficeDied(message));
  },
);

test("a child that ends before its version fails the wait for it", async () => {
  const { officeKit, child } = start();
  child.emit("close", 1, null);
  await expect(officeKit.version()).rejects.toThrow(new OfficeDied("LibreOffice ended with 1."));
});
