import { installationNote } from "@sheaf/engine/installed/notes.ts";
import { expect, test } from "vitest";
import { describeConverting, sandboxWords } from "./workers.ts";

/** Describes converting where these workers have reported: sandbox and notes. */
async function described(...workers: [sandbox: string, ...notes: string[]][]): Promise<string> {
  const rows = workers.map(([sandbox, ...notes]) => ({ sandbox, notes }));
  const query = { from: () => query, where: () => query, orderBy: async () => rows };
  return describeConverting({ select: () => query } as never);
}

test.each([
  [[["bubblewrap"]], "bubblewrap"],
  [[["bubblewrap"], ["bubblewrap"]], "bubblewrap"],
  [[["bubblewrap"], ["none", "Odd."], ["landlock", "Weaker."]], "bubblewrap, landlock. Weaker."],
] as [[string, ...string[]][], string][])("workers with the sandboxes %j convert with %s", async (workers, words) => {
  expect(await described(...workers)).toBe(words);
});

test("without a worker nothing is converted", async () => {
  await expect(described()).rejects.toThrow("No worker has reported itself within 30 seconds. Uploads wait.");
});

test("without a sandbox nothing is converted, and while programs are installed that is the reason", async () => {
  const words = "No worker has a sandbox, so nothing is converted. Install it.";
  await expect(described(["none", "Install it."])).rejects.toThrow(words);
  await expect(described(["none", installationNote])).rejects.toThrow(installationNote);
});

test("each sandbox and note is named once, with one full stop", () => {
  expect(sandboxWords(["a", "b", "a"], ["One.", "One.", "Two."])).toBe("a, b. One. Two.");
  expect(sandboxWords(["a"], [])).toBe("a");
});
