import { expect, test, vi } from "vitest";
import { isMatchingKey } from "../../platform/process/installation-key.ts";
import { examineKey } from "./examinations/key.ts";
import { convertingParts, scannerPart } from "./parts.ts";
import { userName } from "./user-name.ts";

vi.mock("../../platform/process/installation-key.ts", () => ({ isMatchingKey: vi.fn() }));

const remedy = () => ({ words: "Do this." });
const machine = { sandbox: "landlock", office: "none", notes: [], readingLanguages: ["eng"] } as never;
const partsWith = (machines: Promise<never[]>, isWork = true) =>
  convertingParts({ machines, isWork, wanted: "auto", remedy });

test("there is a part for each thing that converting needs", async () => {
  const parts = partsWith(Promise.resolve([machine]));
  expect(parts.map(({ name, label, isWork }) => `${name} ${label} ${isWork}`)).toEqual([
    "office LibreOffice true",
    "fonts Fonts true",
    "sandbox Sandbox true",
    "programs Programs true",
    "reading Reading of pages true",
  ]);
  expect(partsWith(Promise.resolve([]), false).every(({ isWork }) => isWork === false)).toBe(true);
  expect(await parts[0]?.examine()).toMatchObject({ state: "failed", words: expect.stringContaining("LibreOffice") });
  expect(await parts[2]?.examine()).toMatchObject({ state: "warning", remedy: remedy() });
});

test("when the machines cannot be read, each part fails by that error", async () => {
  for (const part of partsWith(Promise.reject(new Error("away")))) {
    await expect(part.examine()).rejects.toThrow("away");
  }
});

test("there is a part for the virus scanner only when one is set up", async () => {
  const scanner = { check: async () => {} } as never;
  expect([scannerPart(undefined, "a:1"), scannerPart(scanner, undefined), scannerPart(scanner, "")]).toEqual([
    [],
    [],
    [],
  ]);
  const [part, ...others] = scannerPart(scanner, "a:1");
  expect([part?.name, part?.label, others]).toEqual(["scanner", "Virus scanner", []]);
  expect(await part?.examine()).toMatchObject({ state: "ok" });
});

test.each([
  [0, "root"],
  [undefined, "this user"],
  [3_999_999_999, "3999999999"],
])("the user %s is called %s", (uid, name) => {
  expect(userName(uid)).toBe(name);
});

const key = Buffer.alloc(32);

test.each([
  [key, true, "ok", "The key matches the database."],
  [key, undefined, "unknown", "The database has not been used with a key yet."],
  [key, false, "failed", "The key does not match the database, so Sheaf does not start."],
  [undefined, true, "failed", "The key is missing: SHEAF_KEY is not set, and the data folder contains no secret.key."],
])("with the key %s that matches: %s, the key is %s: %s", async (given, matches, state, words) => {
  vi.mocked(isMatchingKey).mockResolvedValue(matches);
  const outcome = await examineKey({} as never, given);
  expect(outcome).toMatchObject({ state, words });
  expect(outcome.remedy?.command).toBe(state === "failed" ? "./sheaf migrate --new-key" : undefined);
});
