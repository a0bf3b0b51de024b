import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readerWithReusedBuffer } from "./reused-buffer.ts";

const dir = await mkdtemp(join(tmpdir(), "sheaf-memory-"));
afterAll(() => rm(dir, { recursive: true, force: true }));

test("files of any size are read completely, without bytes of the file before", async () => {
  const read = readerWithReusedBuffer();
  for (const size of [3, 70_000, 0, 5, (16 << 20) + 1, 70_000]) {
    const path = join(dir, "file");
    const bytes = Buffer.alloc(size, `${size} `);
    await writeFile(path, bytes);
    expect(read(path).equals(bytes), `${size} bytes`).toBe(true);
  }
});
