import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runFuzz } from "./run-fuzz.ts";

const seconds = Number(process.env.SHEAF_FUZZ_SECONDS ?? 90);
const seed = Number(process.env.SHEAF_FUZZ_SEED ?? Date.now() % 2 ** 31);

describe("damaged files", () => {
  test(`each is refused or becomes valid A4 pages, for ${seconds} s`, { timeout: (seconds + 60) * 1000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "sheaf-fuzz-"));
    const { cases, outcomes, broken } = await runFuzz({ seed, timeMs: seconds * 1000, folder });
    console.info(`SHEAF_FUZZ_SEED=${seed}: ${cases} files, ${JSON.stringify(Object.fromEntries(outcomes))}`);
    expect(broken, `SHEAF_FUZZ_SEED=${seed}`).toEqual([]);
    expect(cases).toBeGreaterThan(seconds / 10); // some cases take seconds
  });
});
