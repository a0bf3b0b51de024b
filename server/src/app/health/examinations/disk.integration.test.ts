import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MB } from "@sheaf/contracts/limits.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mayMount, mountSmallDisk, unmountSmallDisk } from "../../../../testing/small-disk.ts";
import { examineDisk } from "./disk.ts";

describe.skipIf(!mayMount())("on a small disk (skipped where this user may not mount)", () => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-disk-"));
  beforeAll(() => mountSmallDisk(folder, "20m"));
  afterAll(() => {
    unmountSmallDisk(folder);
    rmSync(folder, { recursive: true });
  });

  test("the state is ok, warning and failed as the free space shrinks", async () => {
    expect(await examineDisk(folder)).toMatchObject({ state: "ok", words: "20 MB of 20 MB are free." });
    writeFileSync(join(folder, "ballast"), new Uint8Array(17 * MB));
    expect(await examineDisk(folder)).toMatchObject({
      state: "warning",
      words: "The disk is nearly full: 3 MB left. Uploads are refused below 1 MB.",
      remedy: { words: expect.stringContaining(folder) },
    });
    writeFileSync(join(folder, "ballast"), new Uint8Array(19.5 * MB));
    expect(await examineDisk(folder)).toMatchObject({
      state: "failed",
      words: "The disk is full: 0 MB left. Uploads are refused.",
    });
  });
});
