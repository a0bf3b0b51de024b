import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fillFrom, readerWithReusedBuffer } from "./reused-buffer.ts";

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

test("the memory of a file of up to 16 MB is used again for the next one, that of a larger file is not", async () => {
  const path = join(dir, "file");
  const memoryOf = async (read: (path: string) => Buffer, size: number) => {
    await writeFile(path, Buffer.alloc(size));
    return read(path).buffer;
  };
  const read = readerWithReusedBuffer();
  const first = await memoryOf(read, 16 << 20);
  expect(await memoryOf(read, 5)).toBe(first);
  const large = await memoryOf(read, (16 << 20) + 1);
  expect(large).not.toBe(first);
  expect(await memoryOf(read, 16 << 20)).toBe(first);
});

test("memory that a file does not fill is an error", async () => {
  const path = join(dir, "file");
  await writeFile(path, "words");
  await using file = await open(path);
  const memory = Buffer.alloc(5);
  fillFrom(file.fd, memory);
  expect(memory.toString()).toBe("words");
  expect(() => fillFrom(file.fd, Buffer.alloc(6))).toThrow("The file became shorter while it was read");
});
