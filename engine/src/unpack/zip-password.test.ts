import { expect, test } from "vitest";
import { type ZipPart, zipFile } from "../../../fixtures/zip-files.ts";
import { openTestContainers } from "./testing.ts";
import { writeItems } from "./write-items.ts";
import { passwordBytes } from "./zip-password.ts";

const { input, outPath, listed, verdict, unpacked } = openTestContainers();
const kinds = ["ZipCrypto", "AES-128", "AES-192", "AES-256"] as const;
const password = "orchard £9";
const locked = (name: string, content: string, more: Partial<ZipPart> = {}): ZipPart => {
  return { name, content, encryption: "AES-256", password, ...more };
};

test.each(kinds)(
  "an archive with %s opens with its password, whatever the size and compression of its files",
  async (encryption) => {
    const text = "word ".repeat(40_000);
    const parts = [
      locked("long.txt", text, { encryption }),
      locked("stored.txt", text.slice(0, 70_001), { encryption, method: 0 }),
      locked("streamed.txt", "one", { encryption, isStreamed: true }),
      locked("empty.txt", "", { encryption }),
      { name: "open.txt", content: "two" },
    ];
    expect(await verdict(parts)).toBe("password");
    expect(await verdict(parts, { password: "orchard" })).toBe("password");
    expect(await unpacked(parts, { password })).toEqual([text, text.slice(0, 70_001), "one", "", "two"]);
  },
);

/** One file with the text "one" and the password "orchard", as Info-ZIP 3.0 and zip.js 2.24 wrote it. */
const fromOthers = {
  "Info-ZIP, ZipCrypto":
    "UEsDBAoACQAAAFmWel3xhmx6DwAAAAMAAAAHAAAAb25lLnR4dFItehHTYeK1l9OrM5YdulBLBwjxhmx6DwAAAAMAAABQSwECHgMKAAkAAABZlnpd8YZseg8AAAADAAAABwAAAAAAAAABAAAApIEAAAAAb25lLnR4dFBLBQYAAAAAAQABADUAAABEAAAAAAA=",
  "zip.js, AES-256":
    "UEsDBDMACQBjAMSZel0AAAAAAAAAAAAAAAAHAAsAb25lLnR4dAGZBwACAEFFAwgA0PADiBsLeFgKayPUOdRG6IlCnr+KKraureZ7BySRCLkiUEsHCAAAAAAhAAAAAwAAAFBLAQIAAzMACQBjAMSZel0AAAAAIQAAAAMAAAAHAAsAAAAAAAAAAACkgQAAAABvbmUudHh0AZkHAAIAQUUDCABQSwUGAAAAAAEAAQBAAAAAYQAAAAAA",
};

test.each(Object.entries(fromOthers))("an archive of %s is read", async (_, base64) => {
  const bytes = Buffer.from(base64, "base64");
  expect(await listed(bytes, { password: "orchard" })).toMatchObject([{ path: "one.txt", sizeBytes: 3 }]);
  await expect(listed(bytes, { password: "Orchard" })).rejects.toMatchObject({ reason: "password" });
});

test("without a password, or with a wrong one, the sentence fits a container and asks for it", async () => {
  const bytes = zipFile([locked("a.txt", "one")]);
  await expect(listed(bytes)).rejects.toMatchObject({
    detail: "holds files that are protected with a password. Enter its password or replace it.",
  });
  await expect(listed(bytes, { password: "wrong" })).rejects.toMatchObject({
    detail: "does not open with the password given. Enter its password or replace it.",
  });
});

test("a wrong password is noticed before anything is unpacked, though ZipCrypto accepts every 256th", async () => {
  for (const [count, tries] of [
    [1, 600],
    [2, 300],
  ] as const) {
    const parts = Array.from({ length: count }, (_, index) =>
      locked(`${index}.txt`, `text ${index}`, { encryption: "ZipCrypto" }),
    );
    const bytes = zipFile(parts);
    for (let wrong = 0; wrong < tries; wrong++) {
      await expect(listed(bytes, { password: `wrong ${wrong}` }), `${count} files`).rejects.toMatchObject({
        reason: "password",
      });
    }
  }
});

test("a file with another password than the others is refused alone", async () => {
  const parts = [locked("a.txt", "one"), locked("b.txt", "two", { password: "another" }), locked("c.txt", "three")];
  expect(await unpacked(parts, { password })).toEqual(["one", "password", "three"]);
});

test("encrypted data that was changed is damaged, in AES too, whose directory has no checksum", async () => {
  const bytes = zipFile([locked("a.txt", "one two three", { method: 0 }), locked("b.txt", "four")]);
  const salt = 16 + 2;
  const at = bytes.indexOf("a.txt") + 5 + 11 + salt;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  expect(await listed(bytes, { password })).toHaveLength(2);
  const { written } = await writeItems(input(bytes, { password }), { first: 0, outPath });
  expect(written).toEqual([{ rejected: "damaged", detail: null }, { sizeBytes: 4 }]);
});

test("a password is tried in the encodings of older programs; one of plain ASCII has a single one", () => {
  expect(passwordBytes("secret")).toEqual([Buffer.from("secret")]);
  expect(passwordBytes("£é").map((bytes) => bytes.toString("hex"))).toEqual(["c2a3c3a9", "a3e9", "9c82"]);
  expect(passwordBytes("€"), "not in either code page").toEqual([Buffer.from("€")]);
});

test("a password in code page 437 opens an archive", async () => {
  const parts = [locked("a.txt", "one", { encryption: "ZipCrypto", password: Buffer.from([0x9c, 0x39]) })];
  expect(await unpacked(parts, { password: "£9" })).toEqual(["one"]);
});

test("the password of an archive that needs none is ignored", async () => {
  expect(await unpacked([{ name: "a.txt", content: "one" }], { password })).toEqual(["one"]);
});

test("an encryption that is not known is refused by name", async () => {
  const strong = zipFile([{ name: "a.txt", content: "one", isEncrypted: true, flags: 0x40 }]);
  await expect(listed(strong, { password })).rejects.toMatchObject({
    reason: "unsupported",
    detail: "is a ZIP archive with PKWARE's strong encryption. Unpack it and add the files inside.",
  });
});
