import { createWriteStream } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { MB } from "@sheaf/contracts/limits.ts";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { fixturePath } from "../../../fixtures/files.ts";
import { portfolioFile } from "../../../fixtures/portfolio-files.ts";
import { signedFile } from "../../../fixtures/signed-files.ts";
import { symlinkMode, type ZipPart, zipFile } from "../../../fixtures/zip-files.ts";
import { openEngine } from "../engine.ts";
import type { Engine } from "../engine-api.ts";

const options = { cacheDir: inject("engineCacheDir"), children: 1, ahead: false };

let home: string;
let dir: string;
let engine: Engine;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "sheaf-unpack-"));
  await chmod(home, 0o711); // so that root can give each sandboxed process a user of its own
  engine = await openEngine({ ...options, scratchDir: join(home, "scratch") });
});
afterAll(async () => {
  await engine.close();
  await rm(home, { recursive: true, force: true });
});
beforeEach(async () => {
  dir = await mkdtemp(join(home, "test-"));
  await chmod(dir, 0o711);
  await mkdir(join(dir, "items"));
});

async function archive(parts: ZipPart[]): Promise<{ path: string; name: string }> {
  const path = join(dir, "input");
  await writeFile(path, zipFile(parts));
  return { path, name: "invoices.zip" };
}

const convert = (opened: Engine, input: { path: string; name: string; password?: string }) =>
  opened.convertFile(input, join(dir, "pages.pdf"), { practiceId: "anna" });

const itemsDir = () => join(dir, "items");
const usual = { items: 500, bytes: 1024 * MB };
const unpack = (input: { path: string; name: string; password?: string }, limits = usual) =>
  engine.unpack(input, itemsDir(), { practiceId: "anna", limits });

test("a ZIP archive is a container with its items listed, and they come out of the sandbox one after the other", async () => {
  const large = Buffer.alloc(20 * MB, "large ");
  const input = await archive([
    { name: "2026/a.txt", content: "one" },
    { name: "x/../../b.txt", content: "evil" },
    { name: "first.bin", content: large },
    { name: "passwd", content: "/etc/passwd", mode: symlinkMode },
    { name: "second.bin", content: large },
    { name: "bomb.txt", content: "word ".repeat(10_000), statedBytes: 5 },
    { name: "empty.txt", content: "" },
    { name: "last.txt", content: "two" },
  ]);

  const result = await convert(engine, input);
  expect(result).toMatchObject({ outcome: "container" });
  if (result.outcome !== "container") throw new Error("no container");
  expect(result.items.map(({ path, sizeBytes }) => [path, sizeBytes]).at(0)).toEqual(["2026/a.txt", 3]);
  expect(result.items).toHaveLength(8);

  const results: [string, string][] = [];
  for await (const one of unpack(input)) {
    const words = one.outcome === "unpacked" ? (await text(one.body)).slice(0, 10) : one.text;
    results.push([one.item.path, words]);
  }
  expect(results).toEqual([
    ["2026/a.txt", "one"],
    ["x/b.txt", "b.txt has a name that is not safe to unpack. Rename it and replace it."],
    ["first.bin", "large larg"],
    ["passwd", "passwd is a link, not a file."],
    ["second.bin", "large larg"],
    ["bomb.txt", "bomb.txt is damaged and cannot be read. Ask for a new copy and replace it."],
    ["empty.txt", ""],
    ["last.txt", "two"],
  ]);
  expect(await readdir(itemsDir()), "nothing is left").toEqual([]);
});

test("the document in a signed file comes out of the sandbox, and an encrypted file is refused with a message", async () => {
  const input = { path: join(dir, "input"), name: "invoice.pdf.p7m" };
  await writeFile(input.path, signedFile("%PDF-1.7 and more", { isDivided: true }));
  expect(await convert(engine, input)).toMatchObject({ outcome: "container", items: [{ path: "invoice.pdf" }] });
  for await (const one of unpack(input)) {
    expect(one.outcome === "unpacked" && (await text(one.body))).toBe("%PDF-1.7 and more");
  }
  await writeFile(input.path, signedFile("secret", { type: "enveloped" }));
  expect(await convert(engine, input)).toMatchObject({
    outcome: "rejected",
    reason: "unsupported",
    text: expect.stringMatching(/^invoice\.pdf\.p7m is encrypted for its recipient\. /),
  });
});

test("a PDF portfolio is a container, and its cover page is converted like a document", async () => {
  const input = { path: join(dir, "input"), name: "documents.pdf" };
  const files = [{ name: "march.txt", content: "Opening balance", folder: 1 }];
  const pages = ["Hawthorn & Sons: documents of March"];
  await writeFile(input.path, await portfolioFile({ files, pages, folders: { 1: "Bank" } }));
  const items = [{ path: "Cover page.pdf", isOwnContent: true }, { path: "Bank/march.txt" }];
  expect(await convert(engine, input)).toMatchObject({ outcome: "container", items });
  for await (const one of unpack(input)) {
    if (one.outcome !== "unpacked") throw new Error(one.text);
    if (!one.item.isOwnContent) expect(await text(one.body)).toBe("Opening balance");
    else await pipeline(one.body, createWriteStream(join(dir, "cover")));
  }
  const cover = { path: join(dir, "cover"), name: "Cover page.pdf" };
  const options = { practiceId: "anna", asDocument: true };
  const result = await engine.convertFile(cover, join(dir, "pages.pdf"), options);
  expect(result).toMatchObject({ outcome: "converted", pages: 1, warnings: [] });
});

test("a container with more items or bytes than allowed is refused, and none of its files remain", async () => {
  const input = await archive([
    { name: "a.txt", content: "one" },
    { name: "b.txt", content: "two" },
  ]);
  const all = async (limits: typeof usual) => {
    for await (const _ of unpack(input, limits));
  };
  await expect(all({ items: 1, bytes: 1000 })).rejects.toMatchObject({ reason: "too-large" });
  await expect(all({ items: 2, bytes: 5 })).rejects.toMatchObject({ reason: "too-large" });
  await all({ items: 2, bytes: 6 });
  expect(await readdir(itemsDir())).toEqual([]);
});

test("an archive whose entries share bytes is refused in the sandbox, with a message", async () => {
  const input = await archive([
    { name: "a.txt", content: "one" },
    { name: "b.txt", content: "one", sharesWith: 0 },
  ]);
  const text = "invoices.zip is damaged and cannot be read. Ask for a new copy and replace it.";
  expect(await convert(engine, input)).toMatchObject({ outcome: "rejected", reason: "damaged", text });
});

test("content decides: an archive under a document's name is unpacked, a document under an archive's name is converted", async () => {
  const input = await archive([{ name: "a.txt", content: "one" }]);
  expect(await convert(engine, { ...input, name: "invoices.docx" })).toMatchObject({ outcome: "container" });
  const path = fixturePath("scan.png");
  expect(await convert(engine, { path, name: "scan.zip" })).toMatchObject({ outcome: "converted", pages: 1 });
});

test("an encrypted archive needs its password, which opens all files in it", async () => {
  const [encryption, password] = ["AES-256", "secret"] as const;
  const input = await archive([
    { name: "a.txt", content: "one", encryption, password },
    { name: "b.txt", content: "two" },
  ]);
  const words = "invoices.zip holds files that are protected with a password. Enter its password or replace it.";
  expect(await convert(engine, input)).toMatchObject({ outcome: "rejected", reason: "password", text: words });
  const wrong = "invoices.zip does not open with the password given. Enter its password or replace it.";
  expect(await convert(engine, { ...input, password: "Secret" })).toMatchObject({ reason: "password", text: wrong });
  expect(await convert(engine, { ...input, password })).toMatchObject({ outcome: "container" });
  const bodies: string[] = [];
  for await (const one of unpack({ ...input, password }))
    if (one.outcome === "unpacked") bodies.push(await text(one.body));
  expect(bodies).toEqual(["one", "two"]);
});

test("a file set aside is unpacked with the reason, so that it can be brought back", async () => {
  const input = await archive([{ name: "mail/smime.p7s", content: "signature" }]);
  const results: unknown[] = [];
  for await (const one of unpack(input))
    results.push([one.outcome, "text" in one && one.text, "body" in one && one.body && (await text(one.body))]);
  expect(results).toEqual([["set-aside", "smime.p7s is a digital signature, not a document.", "signature"]]);
});
