import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const { stdin } = process;
const terminal = { ...Object.getOwnPropertyDescriptor(process, "stdin") };
let input: PassThrough & { isTTY?: boolean };
let output: string;

beforeEach(() => {
  input = new PassThrough();
  output = "";
  Object.defineProperty(process, "stdin", { ...terminal, get: () => input });
  vi.spyOn(process.stdout, "write").mockImplementation(((text: string) => {
    output += text;
    return true;
  }) as never);
  vi.resetModules();
});
afterEach(() => {
  vi.restoreAllMocks();
  Object.defineProperty(process, "stdin", { ...terminal, get: () => stdin });
});

test("without a terminal each question takes the next line, and an empty one after the last", async () => {
  const { ask, askSecret } = await import("./ask.ts");
  input.end("  anna \n  secret \nlast");
  expect([await ask("Name? "), await askSecret("Password? ")]).toEqual(["anna", "  secret "]);
  expect([await ask("More? "), await ask("More? "), await askSecret("More? ")]).toEqual(["last", "", ""]);
  expect(output).toBe("");
});

test("on a terminal the question is shown and the reply is trimmed", async () => {
  const { ask } = await import("./ask.ts");
  input.isTTY = true;
  const asked = ask("Name? ");
  input.write("  anna \n");
  expect(await asked).toBe("anna");
  expect(output).toContain("Name? ");
});

test("on a terminal a secret is neither shown nor trimmed", async () => {
  const { askSecret } = await import("./ask.ts");
  input.isTTY = true;
  const asked = askSecret("Password? ");
  input.write(" hidden \n");
  expect(await asked).toBe(" hidden ");
  expect(output).toBe("Password? \n");
});

test("the end of the input is an empty reply", async () => {
  const { ask } = await import("./ask.ts");
  input.isTTY = true;
  const asked = ask("Name? ");
  input.end();
  expect(await asked).toBe("");
});

test("an interruption while a secret is asked for ends the program", async () => {
  const { askSecret } = await import("./ask.ts");
  input.isTTY = true;
  const ended = Promise.withResolvers<unknown>();
  vi.spyOn(process, "exit").mockImplementation(((code: unknown) => ended.resolve(code)) as never);
  const asked = askSecret("Password? ");
  input.write("\x03");
  expect(await ended.promise).toBe(130);
  input.end();
  await asked;
});
