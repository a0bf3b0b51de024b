import { crc32, deflateRawSync } from "node:zlib";
import { MB } from "@sheaf/contracts/limits.ts";
import { describe, expect, test } from "vitest";
import { type Archive, openArchive } from "./archive.ts";

interface Part {
  name: string;
  content?: Buffer;
  /** 0 for stored, 8 for deflated. */
  method?: number;
  flags?: number;
  checksum?: number;
  /** What the directory states, where it differs from the content. */
  size?: number;
}

/** Makes a ZIP container (APPNOTE.TXT, 4.3) whose directory may state anything. */
function zipOf(...parts: Part[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = Buffer.alloc(0), method = 8, flags = 0, checksum, size = content.length } of parts) {
    const packed = method === 8 ? deflateRawSync(content) : content;
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20);
    shared.writeUInt16LE(flags, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(checksum ?? crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(size, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), shared, Buffer.from(name), packed]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), shared, end, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, listed, Buffer.from("PK\x05\x06"), end]);
}
const words = Buffer.from("Words of a document, words of a document");

async function withArchive<Result>(
  bytes: Buffer,
  use: (archive: Archive) => Promise<Result> | Result,
): Promise<Result> {
  using archive = await openArchive(bytes);
  return await use(archive);
}
const reasonOf = (bytes: Buffer, name?: string) =>
  withArchive(bytes, async (archive) => (name === undefined ? "opens" : String(await archive.read(name)))).catch(
    (error: { reason: string }) => error.reason,
  );

describe("the parts of a container", () => {
  test("are read in any case of their names, and folders are none", async () => {
    const bytes = zipOf(
      { name: "word/" },
      { name: "word/Document.xml", content: words },
      { name: "b", content: words, method: 0 },
    );
    await withArchive(bytes, async (archive) => {
      expect(archive.names).toEqual(["word/Document.xml", "b"]);
      expect([archive.has("WORD/document.XML"), archive.has("word/"), archive.has("c")]).toEqual([true, false, false]);
      expect(await archive.read("word/document.xml")).toEqual(words);
      expect(await archive.read("B")).toEqual(words);
      expect(await archive.read("c")).toBeUndefined();
      const pieces: Buffer[] = [];
      for await (const piece of archive.pieces("c")) pieces.push(piece);
      expect(pieces).toEqual([]);
    });
  });

  test.each<[string, Part, string]>([
    ["as it is stated", { name: "a", content: words }, words.toString()],
    ["that is empty", { name: "a" }, ""],
    ["that is stored and empty", { name: "a", method: 0 }, ""],
    ["longer than stated", { name: "a", content: words, size: words.length - 1 }, "damaged"],
    ["shorter than stated", { name: "a", content: words, size: words.length + 1 }, "damaged"],
    ["with another checksum", { name: "a", content: words, checksum: 7 }, "damaged"],
    ["that is stored with another checksum", { name: "a", content: words, checksum: 7, method: 0 }, "damaged"],
    ["packed by another method", { name: "a", content: words, method: 12 }, "damaged"],
    ["with a password", { name: "a", content: words, flags: 1 }, "password"],
  ])("one %s", async (_, part, read) => {
    expect(await reasonOf(zipOf(part), "a")).toBe(read);
  });

  test.each([1, 2])("of %i MB are read to their end", async (size) => {
    const content = Buffer.alloc(size * MB + 1, "abcdefg");
    expect(
      await withArchive(zipOf({ name: "a", content }), async (one) => (await one.read("a"))?.equals(content)),
    ).toBe(true);
    expect(await reasonOf(zipOf({ name: "a", content, checksum: 7 }), "a")).toBe("damaged");
  });

  test.each<[string, Part[], boolean]>([
    ["stored", [{ name: "a", method: 0 }], false],
    ["stored before their size", [{ name: "a", method: 0, flags: 8 }], true],
    ["stored before their size among others", [{ name: "a" }, { name: "b", method: 0, flags: 8 }], true],
    ["packed before their size", [{ name: "a", flags: 8 }], false],
    ["stored with another flag", [{ name: "a", method: 0, flags: 4 }], false],
  ])("%s have an end that LibreOffice finds, or not", async (_, parts, isEndless) => {
    expect(await withArchive(zipOf(...parts), (archive) => archive.hasEndlessParts)).toBe(isEndless);
  });
});

describe("a container", () => {
  test.each<[string, Part[], string]>([
    ["of names that differ", [{ name: "a" }, { name: "b" }], "opens"],
    ["of equal names", [{ name: "a" }, { name: "a" }], "damaged"],
    ["of names that differ by their case", [{ name: "a" }, { name: "A" }], "damaged"],
    [
      "of 200 MB",
      [
        { name: "a", size: 100 * MB },
        { name: "b", size: 100 * MB },
      ],
      "opens",
    ],
    [
      "of more than 200 MB",
      [
        { name: "a", size: 100 * MB },
        { name: "b", size: 100 * MB + 1 },
      ],
      "too-large",
    ],
    ["of 2,000 parts", Array.from({ length: 2_000 }, (_, at) => ({ name: `p${at}`, method: 0 })), "opens"],
    [
      "of more than 2,000 parts",
      Array.from({ length: 2_001 }, (_, at) => ({ name: `p${at}`, method: 0 })),
      "too-large",
    ],
    ["of a name that leads outside", [{ name: "../a" }], "damaged"],
  ])("%s", async (_, parts, reason) => {
    expect(await reasonOf(zipOf(...parts))).toBe(reason);
  });

  test("without a directory is damaged", async () => {
    expect(await reasonOf(Buffer.from("PK\x03\x04 and no more"))).toBe("damaged");
  });
});
