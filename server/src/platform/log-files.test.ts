import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeLogFolder, openLog, plainError } from "./log.ts";

let folder: string;
beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), "sheaf-log-"));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const path = (end = "") => join(folder, "logs", `api.log${end}`);
const open = (level = "info") => openLog({ name: "api", level, folder: join(folder, "logs") });
const lines = () =>
  readFileSync(path(), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const mode = (file: string) => statSync(file).mode & 0o777;
const limit = 20_971_520;

function existing(sizeBytes: number, end = "") {
  makeLogFolder(join(folder, "logs"));
  writeFileSync(path(end), `old${end}`);
  if (sizeBytes > 0) truncateSync(path(end), sizeBytes);
  chmodSync(path(end), 0o644);
}

test("a log is a file that only its owner can read, with one object for each line", () => {
  open().warn({ taskId: "1", headers: { cookie: "c" }, request: { headers: { cookie: "c" }, id: "r" } }, "Slow");
  expect(lines()).toMatchObject([{ process: "api", pid: process.pid, taskId: "1", request: { id: "r" }, msg: "Slow" }]);
  expect(readFileSync(path(), "utf8")).not.toContain("cookie");
  expect([mode(path()), mode(join(folder, "logs"))]).toEqual([0o600, 0o700]);
});

test("lines below the level are left out, and errors are logged without their fields", () => {
  const log = open("warn");
  log.info("left out");
  log.error({ err: Object.assign(new Error("broken"), { detail: "Key (email)" }) }, "Failed");
  expect(lines()).toMatchObject([{ msg: "Failed", err: { type: "Error", message: "broken" } }]);
  expect(readFileSync(path(), "utf8")).not.toContain("Key (email)");
});

test("the modes of earlier logs are corrected", () => {
  existing(0);
  existing(0, ".1");
  open();
  expect([mode(path()), mode(path(".1")), readFileSync(path(), "utf8")]).toEqual([0o600, 0o600, "old"]);
});

test.each([
  [limit, false],
  [limit + 1, true],
])("a log of %d bytes is put aside at the start: %s", (sizeBytes, isRenamed) => {
  existing(sizeBytes);
  open().info("one");
  expect(existsSync(path(".1"))).toBe(isRenamed);
  expect(statSync(path()).size > limit).toBe(!isRenamed);
});

test("a log that has become too large is put aside within ten minutes, and a new one begins", () => {
  const log = open();
  log.info("one");
  truncateSync(path(), limit + 1);
  vi.advanceTimersByTime(599_999);
  expect(existsSync(path(".1"))).toBe(false);
  vi.advanceTimersByTime(1);
  log.info("two");
  expect(statSync(path(".1")).size).toBe(limit + 1);
  expect(lines()).toMatchObject([{ msg: "two" }]);
  vi.advanceTimersByTime(600_000);
  expect(statSync(path(".1")).size).toBe(limit + 1);
});

const failed = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

test.each([
  ["text", { type: "string" }],
  [undefined, { type: "undefined" }],
  [new TypeError("x"), { type: "TypeError", message: "x" }],
  [new SyntaxError("Unexpected token in {secret}"), { message: "A text could not be parsed" }],
  [failed('bad "a" and "b"', { code: "22P02" }), { message: "bad “…”", code: "22P02" }],
  [
    failed('bad "a"', { code: "23505", table: "t", constraint: "c" }),
    { message: 'bad "a"', table: "t", constraint: "c" },
  ],
  [failed('bad "a"', { code: "22P021" }), { message: 'bad "a"' }],
  [failed('bad "a"', { code: "122P02" }), { message: 'bad "a"' }],
  [failed('bad "a"', { code: 22_000 }), { message: 'bad "a"' }],
  [failed("x", { query: "select $1" }), { message: "Failed query: select $1" }],
  [failed("x", { query: 7 }), { message: "x" }],
])("the error %s is logged as %j", (error, logged) => {
  expect(plainError(error)).toMatchObject(logged);
});

test("an error has its cause when there is one, and the places of its stack alone", () => {
  const logged = plainError(new Error("outer secret", { cause: "text" }));
  expect(logged.cause).toEqual({ type: "string" });
  expect(
    String(logged.stack)
      .split("\n")
      .every((line) => line.startsWith("    at ")),
  ).toBe(true);
  expect(plainError(new Error("x"))).not.toHaveProperty("cause");
});
