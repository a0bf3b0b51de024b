import { MB } from "@sheaf/contracts/limits.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { docx } from "../../../fixtures/office-files.ts";
import { deviceMode, symlinkMode, zipFile } from "../../../fixtures/zip-files.ts";
import { ConvertError } from "../converter.ts";
import { containerItems } from "./containers.ts";
import type { Item } from "./item.ts";
import { openTestContainers } from "./testing.ts";
import { writeItems } from "./write-items.ts";

const { input, outPath, listed, verdict, unpacked } = openTestContainers();

test("a ZIP archive is a container: its files are listed in order, with their folders, sizes and kinds", async () => {
  const parts = [
    { name: "2026/", content: "" },
    { name: "2026/b.pdf", content: "b".repeat(1000) },
    { name: "./a.pdf", content: "a" },
    { name: "C\\ Müller.txt", content: "" },
  ];
  const plain = { isEncrypted: false, kind: "file", isUnsafe: false, setAside: null, isOwnContent: false };
  expect(await verdict(parts)).toEqual([
    { ...plain, path: "2026/b.pdf", sizeBytes: 1000, packedBytes: expect.any(Number) },
    { ...plain, path: "a.pdf", sizeBytes: 1, packedBytes: 3 },
    { ...plain, path: "C/Müller.txt", sizeBytes: 0, packedBytes: 2 },
  ]);
  expect(await unpacked(parts)).toEqual(["b".repeat(1000), "a", ""]);
  expect(await unpacked(parts, { first: 1 }), "from the second on").toEqual(["a", ""]);
});

test("the content decides what is a container, and documents that are ZIP archives are none", async () => {
  expect(await listed(await docx(["A letter"]))).toBe(null);
  expect(await listed(Buffer.from("PK, and then words"))).toBe(null);
  expect(await listed(Buffer.alloc(0))).toBe(null);
  expect(await listed(zipFile([{ name: "a.txt", content: "one" }]), { name: "letter.docx" })).toHaveLength(1);
});

test.each([
  [["word/document.xml", "[content_types].XML"], true],
  [["mimetype", "content.xml"], true],
  [["Index/Document.iwa", "preview.jpg"], true],
  [["index.xml", "QuickLook/Preview.pdf"], true],
  [["index.xml", "gdpdu-01-08-2004.dtd", "accounts.csv"], false],
  [["Talk.key/", "Talk.key/Index.zip", "__MACOSX/Talk.key/._Index.zip"], true],
  [["Talk.key/Index.zip", "letter.pdf"], false],
  [["2026/mimetype", "2026/[Content_Types].xml"], false],
])("whether an archive of %j is a document: %s", async (names, isDocument) => {
  const items = await listed(zipFile(names.map((name) => ({ name, content: name }))));
  expect(items === null).toBe(isDocument);
});

test("an archive with ZIP64 sizes, or with sizes behind the data, is read like any other", async () => {
  expect(await unpacked([{ name: "a.txt", content: "one", isZip64: true }])).toEqual(["one"]);
  expect(await unpacked([{ name: "a.txt", content: "one", isStreamed: true }])).toEqual(["one"]);
});

test("an archive whose entries share bytes is refused as damaged", async () => {
  const parts = [
    { name: "a.txt", content: "one" },
    { name: "b.txt", content: "one", sharesWith: 0 },
  ];
  expect(await verdict(parts)).toBe("damaged");
});

test.each([
  "../evil.txt",
  "a/../../evil.txt",
  "/etc/evil.txt",
  "C:\\evil.txt",
  "a\0b.txt",
  "",
  `${"x/".repeat(300)}a.txt`,
])("an item with the unsafe name %j is listed under a safe path and never unpacked", async (name) => {
  const parts = [
    { name, content: "evil" },
    { name: "good.txt", content: "good" },
  ];
  const items = await verdict(parts);
  expect(items).toMatchObject([{ isUnsafe: true }, { isUnsafe: false, path: "good.txt" }]);
  expect((items as Item[])[0]?.path).toMatch(/^(?!\/)(?!.*\.\.)[^\0]+$/);
  expect(await unpacked(parts)).toEqual(["good"]);
});

test("links and devices are listed as such and never unpacked", async () => {
  const parts = [
    { name: "passwd.pdf", content: "/etc/passwd", mode: symlinkMode },
    { name: "tty", mode: deviceMode },
    { name: "good.txt", content: "good" },
  ];
  expect(await verdict(parts)).toMatchObject([{ kind: "link" }, { kind: "device" }, { kind: "file" }]);
  expect(await unpacked(parts)).toEqual(["good"]);
});

test("an archive of more than 500 items, or of 65,535 folders, is refused; folders do not count as items", async () => {
  const many = (count: number, name: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => ({ name: name(index), method: 0 }));
  expect(await verdict(many(501, (index) => `${index}.txt`))).toBe("too-large");
  expect(await verdict(many(65_535, (index) => `${index}/`))).toBe("too-large");
  expect(await verdict([...many(100, (index) => `${index}/`), ...many(500, (index) => `${index}.txt`)])).toHaveLength(
    500,
  );
});

test("an archive without files is refused as empty", async () => {
  expect(await verdict([])).toBe("empty");
  expect(await verdict([{ name: "2026/" }])).toBe("empty");
  expect(await verdict([], { name: "invoice.xlsx" }), "a damaged document").toBe(null);
});

test("an archive that unpacks to more than 1 GB, or to more than 100 MB and 200 times its size, is refused as too large", async () => {
  const stating = (...sizes: number[]) => sizes.map((statedBytes, index) => ({ name: `${index}.bin`, statedBytes }));
  const padding = { name: "scan.jpg", content: Buffer.alloc(6 * MB), method: 0 };
  expect(await verdict([padding, ...stating(...Array(11).fill(99 * MB))])).toBe("too-large");
  expect(await verdict(stating(60 * MB, 60 * MB))).toBe("too-large");
  expect(await verdict(stating(60 * MB)), "up to 100 MB any ratio is accepted").toHaveLength(1);
  expect(await verdict([padding, ...stating(60 * MB, 60 * MB)]), "within 200 times").toHaveLength(3);
  expect(await verdict(stating(60 * MB, 2000 * MB)), "a file that is not unpacked does not count").toHaveLength(2);
});

test("an item with a wrong size, a wrong checksum or an unknown compression method is refused, the others are unpacked", async () => {
  const content = "word ".repeat(10_000);
  expect(
    await unpacked([
      { name: "good.txt", content: "good" },
      { name: "bomb.txt", content, statedBytes: 5 },
      { name: "short.txt", content, statedBytes: 60_000 },
      { name: "changed.txt", content, statedCrc: 1 },
      { name: "other.txt", content, method: 98 },
      { name: "large.txt", statedBytes: 101 * MB },
      { name: "padding.txt", content: Buffer.alloc(MB), method: 0 }, // keeps the archive within its ratio
      { name: "last.txt", content: "last" },
    ]),
  ).toEqual(["good", "damaged", "damaged", "damaged", "unsupported", "too-large", "\0".repeat(MB), "last"]);
});

test("items are written in batches of limited size, and the next batch begins with the next item", async () => {
  const content = Buffer.alloc(20 * MB);
  const given = input(zipFile([1, 2, 3].map((number) => ({ name: `${number}.bin`, content, method: 0 }))));
  const sizes = async (first: number) =>
    (await writeItems(given, { first, outPath })).written.map((one) => "sizeBytes" in one && one.sizeBytes);
  expect(await sizes(0)).toEqual([20 * MB, 20 * MB]);
  expect(await sizes(2)).toEqual([20 * MB]);
});

test("a truncated archive is refused as damaged, and an archive with any single byte changed is read or refused", async () => {
  const whole = zipFile([
    { name: "a.txt", content: "one" },
    { name: "2026/b.txt", content: "two", isZip64: true },
    { name: "c.txt", content: "three", encryption: "AES-128", password: "secret" },
    { name: "d.txt", content: "four", encryption: "ZipCrypto", password: "secret", isStreamed: true },
  ]);
  for (let length = 4; length < whole.length; length += 13) {
    await expect(listed(whole.subarray(0, length))).rejects.toMatchObject({ reason: "damaged" });
  }
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const changed = Buffer.from(whole);
      changed.writeUInt8((changed.readUInt8(at) ^ change) & 255, at);
      const given = input(changed, { password: "secret" });
      try {
        if (await containerItems(given)) await writeItems(given, { first: 0, outPath });
      } catch (error) {
        expect(error).toBeInstanceOf(ConvertError);
      }
    }),
    { numRuns: 100 },
  );
});
