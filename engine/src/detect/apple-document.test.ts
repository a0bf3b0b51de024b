import { gzipSync } from "node:zlib";
import { MB } from "@sheaf/contracts/limits.ts";
import { expect, test } from "vitest";
import { keynote, numbers, pages } from "../../../fixtures/apple-files.ts";
import { zipBytes } from "../sheet/zip-writer.ts";
import { appleKind, isAppleDocument } from "./apple-document.ts";
import { openArchive } from "./archive.ts";

async function kindOf(container: Buffer, name = "document.pages") {
  using archive = await openArchive(container);
  expect(isAppleDocument(archive.names)).toBe(true);
  return (await appleKind(archive, name)).format;
}

test("a document of Apple's programs is told apart by its content, and by its name where it cannot be", async () => {
  expect(await kindOf(await pages(["Words"]), "a.key")).toBe("pages");
  expect(await kindOf(await numbers([["Words", "1"]]))).toBe("numbers");
  expect(await kindOf(await keynote([["Words", "1"]]))).toBe("key");
  expect(await kindOf(await zipBytes([["Index/Slide-1.iwa", "x"]]))).toBe("key");
  const inner = await zipBytes([["Index/MasterSlide.iwa", "x"]]);
  expect(await kindOf(await zipBytes([["Show.key/Index.zip", inner]]))).toBe("key");
  const unknown = await zipBytes([["Index/Document.iwa", "x"]]);
  expect(await kindOf(unknown, "a.numbers")).toBe("numbers");
  expect(await kindOf(unknown)).toBe("pages");
});

test.each([
  ["a password", [[".iwpv2", "x"]], "password"],
  ["an entity", [["index.xml", '<!DOCTYPE a [<!ENTITY b "c">]><sl:document/>']], "damaged"],
  ["elements nested deep", [["index.xml", "<a>".repeat(2000)]], "too-large"],
  ["a part that unpacks to more than the limit", [["index.apxl.gz", gzipSync(Buffer.alloc(600 * MB))]], "damaged"],
  ["an archive inside that is none", [["Index.zip", "PK no archive"]], "damaged"],
] as [string, [string, string | Buffer][], string][])(
  "an Apple document with %s is refused",
  async (_, parts, reason) => {
    await expect(kindOf(await zipBytes(parts))).rejects.toMatchObject({ reason });
  },
);

test("an archive with a web page's index is no Apple document", () => {
  expect(isAppleDocument(["site/index.xml", "index.html", "Index/a.pdf"])).toBe(false);
});
