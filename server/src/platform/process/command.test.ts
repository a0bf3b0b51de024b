import { parseArgs } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AppError } from "../errors.ts";
import { helpIfAsked, runCommand } from "./command.ts";
import { StartError } from "./start-error.ts";

const { argv } = process;
let printed: string[];
beforeEach(() => {
  printed = [];
  vi.spyOn(console, "log").mockImplementation((text) => void printed.push(`out: ${text}`));
  vi.spyOn(console, "error").mockImplementation((text) => void printed.push(`error: ${text}`));
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
});
afterEach(() => {
  process.argv = argv;
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

test.each([[["--help"]], [["-h"]], [["user", "--help"]]])(
  "the words %j print the help and end the command",
  (words) => {
    process.argv = ["node", "command", ...words];
    expect(() => helpIfAsked("HELP")).toThrow("exit 0");
    expect(printed).toEqual(["out: HELP"]);
  },
);

test("the names of the program and of the file are no options", () => {
  process.argv = ["--help", "-h", "help"];
  helpIfAsked("HELP");
  expect(printed).toEqual([]);
});

test("a command that succeeds prints nothing more and keeps the status", async () => {
  process.argv = ["node", "command"];
  await runCommand("HELP", async () => {});
  expect(printed).toEqual([]);
  expect(process.exitCode).toBeUndefined();
});

const mistyped = () => parseArgs({ args: ["--oops"], options: {} });

test.each([
  ["of the product", () => Promise.reject(new AppError("not-found", "There is none.")), /^error: There is none\.$/],
  ["of the start", () => Promise.reject(new StartError("No folder.")), /^error: No folder\.$/],
  ["that nobody expected", () => Promise.reject(new TypeError("Odd")), /^error: TypeError: Odd\n +at /],
  [
    "of the system",
    () => Promise.reject(Object.assign(new TypeError("Bad"), { code: "ERR_OTHER" })),
    /^error: .*Bad\n +at /,
  ],
  ["without an Error", () => Promise.reject("text"), /^error: text$/],
  ["in an option", async () => void mistyped(), /^error: Unknown option '--oops'[^\n]*\nHELP$/],
])("an error %s is printed and sets the status 1", async (_, work: () => Promise<void>, text) => {
  process.argv = ["node", "command"];
  await runCommand("HELP", work);
  expect(printed).toHaveLength(1);
  expect(printed[0]).toMatch(text);
  expect(process.exitCode).toBe(1);
});
