import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { type ZipPart, zipFile } from "../../../fixtures/zip-files.ts";
import { ConvertError } from "../converter.ts";
import { containerItems } from "./containers.ts";
import type { Item } from "./item.ts";
import { writeItems } from "./write-items.ts";

/** Functions that list and unpack containers of a test file in a folder of its own. */
export function openTestContainers() {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-containers-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const outPath = join(folder, "output");

  function input(bytes: Buffer, { name = "invoices.zip", password }: Given = {}) {
    const path = join(folder, "input");
    writeFileSync(path, bytes);
    return { path, name, sizeBytes: bytes.length, ...(password === undefined ? {} : { password }) };
  }

  const listed = (bytes: Buffer, given?: Given): Promise<Item[] | null> => containerItems(input(bytes, given));

  return {
    input,
    outPath,
    listed,
    /** Returns the items, or the reason why the whole container is refused. */
    verdict: (parts: ZipPart[], given?: Given) => listed(zipFile(parts), given).catch(reasonOf),
    /** Unpacks the items and returns the content of each, or the reason of its refusal. */
    async unpacked(
      archive: ZipPart[] | Buffer,
      { first = 0, ...given }: Given & { first?: number } = {},
    ): Promise<string[]> {
      const { written } = await writeItems(input(Buffer.isBuffer(archive) ? archive : zipFile(archive), given), {
        first,
        outPath,
      });
      const bytes = readFileSync(outPath);
      let at = 1;
      const texts = written.map((one) => {
        if ("rejected" in one) return one.rejected;
        at += one.sizeBytes;
        return bytes.toString("utf8", at - one.sizeBytes, at);
      });
      expect(bytes.length, "nothing else is written").toBe(at);
      return texts;
    },
  };
}

interface Given {
  name?: string;
  password?: string;
}

function reasonOf(error: unknown): string {
  if (error instanceof ConvertError) return error.reason;
  throw error;
}
