import { afterEach, beforeEach, expect, test, vi } from "vitest";

const { state } = vi.hoisted(() => ({
  state: { examinations: [] as object[], fault: undefined as unknown, helped: [] as string[] },
}));
vi.mock("../platform/process/command.ts", () => ({ helpIfAsked: (help: string) => void state.helped.push(help) }));
vi.mock("./health/doctor/examine-locally.ts", () => ({
  localConfiguration: () => ({}),
  async examineLocally() {
    if (state.fault) throw state.fault;
    return state.examinations;
  },
}));

class Exit extends Error {}
const argv = process.argv;
const columns = Object.getOwnPropertyDescriptor(process.stdout, "columns");
let exitCode: unknown;
beforeEach(() => {
  exitCode = undefined;
  Object.assign(state, { examinations: [], fault: undefined, helped: [] });
});
afterEach(() => {
  process.argv = argv;
  if (columns) Object.defineProperty(process.stdout, "columns", columns);
  else Reflect.deleteProperty(process.stdout, "columns");
  vi.restoreAllMocks();
});

/** Runs `./sheaf doctor …` on a terminal of this width. @returns what it prints */
async function run(words: string[], width?: number): Promise<string> {
  process.argv = ["node", "main-doctor.ts", ...words];
  Object.defineProperty(process.stdout, "columns", { value: width, configurable: true });
  let printed = "";
  vi.spyOn(process, "exit").mockImplementation((code) => {
    exitCode = code;
    throw new Exit();
  });
  vi.spyOn(console, "error").mockImplementation((text) => {
    printed += text;
  });
  vi.spyOn(process.stdout, "write").mockImplementation(((text: string, done: () => void) => {
    printed += text;
    done();
    return true;
  }) as never);
  vi.resetModules();
  await expect(import("./main-doctor.ts")).rejects.toBeInstanceOf(Exit);
  vi.restoreAllMocks();
  return printed;
}
const ok = { name: "clock", label: "Clock", state: "ok", words: `It is right. ${"word ".repeat(60)}` };

test("the examinations are printed as a table, and the exit code tells whether all is well", async () => {
  state.examinations = [ok];
  expect(await run([])).toContain("Clock");
  expect([exitCode, state.helped.length]).toEqual([0, 1]);
  state.examinations = [{ ...ok, state: "warning" }];
  await run([]);
  expect(exitCode).toBe(1);
});

test.each([
  [undefined, 100],
  [80, 80],
  [120, 120],
  [200, 120],
])("on a terminal of %s columns the table has at most %i", async (width, most) => {
  state.examinations = [ok];
  const longest = Math.max(...(await run([], width)).split("\n").map(({ length }) => length));
  expect(longest).toBeLessThanOrEqual(most);
  expect(longest).toBeGreaterThan(most - 6);
});

test("with --json the examinations are printed as JSON", async () => {
  state.examinations = [ok];
  const text = await run(["--json"]);
  expect(JSON.parse(text)).toEqual({ examinations: [ok] });
  expect(text.split("\n")[1]).toMatch(/^ "/);
});

test("another word prints the help, examines nothing and counts as failed", async () => {
  expect(await run(["--json", "all"])).toMatch(/^\.\/sheaf doctor \[--json\]/);
  expect(exitCode).toBe(2);
});

test.each(["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"])(
  "missing packages (%s) are an examination that failed",
  async (code) => {
    state.fault = Object.assign(new Error("gone"), { code });
    expect(JSON.parse(await run(["--json"])).examinations).toMatchObject([
      {
        name: "versions",
        state: "failed",
        words: "Some of the npm packages are missing.",
        remedy: { command: expect.any(String) },
      },
    ]);
    expect(exitCode).toBe(2);
  },
);

test("wrong variables are an examination that failed, in one line", async () => {
  state.fault = new Error("PORT is wrong\n  LOG_DIR is wrong");
  expect(JSON.parse(await run(["--json"])).examinations).toMatchObject([
    { name: "configuration", state: "failed", words: "PORT is wrong LOG_DIR is wrong" },
  ]);
});
