import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { containerLimits } from "@sheaf/contracts/limits.ts";
import { afterAll, expect, test } from "vitest";
import type { Converted } from "./cli-converted.ts";
import { convertInOrder } from "./cli-files.ts";
import { ConvertError } from "./converter.ts";
import type { Engine, FileResult } from "./engine-api.ts";
import { plainItem, type UnpackedItem } from "./unpack/item.ts";

const home = mkdtempSync(join(tmpdir(), "sheaf-cli-files-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const pages = (count: number): FileResult => ({ outcome: "converted", pages: count, warnings: [], ms: 1 });
const container: FileResult = { outcome: "container", items: [], ms: 1 };
const locked: FileResult = { outcome: "rejected", reason: "password", text: "x is locked.", ms: 1 };

function item(path: string, content = "", more: { isOwnContent?: boolean } = {}): UnpackedItem {
  return { item: { ...plainItem(path, content.length), ...more }, outcome: "unpacked", body: Readable.from([content]) };
}

/** An engine that answers by the name of a file; what is in containers is by their name too. */
function fakeEngine(
  answers: Record<string, FileResult | ((password: string | undefined) => FileResult | Promise<FileResult>)>,
  contents: Record<string, () => UnpackedItem[]> = {},
) {
  const began: string[] = [];
  const asked: unknown[] = [];
  const engine: Pick<Engine, "convertFile" | "unpack"> = {
    async convertFile({ name, password }, _outPath, { asDocument }) {
      began.push(name);
      asked.push([name, password, asDocument]);
      const answer = answers[name] ?? pages(1);
      return typeof answer === "function" ? answer(password) : answer;
    },
    async *unpack({ name, password }, _folder, { limits }) {
      asked.push([name, password, limits]);
      yield* contents[name]?.() ?? [];
    },
  };
  return { engine: engine as Engine, began, asked };
}

async function convert(
  { engine }: { engine: Engine },
  files: Record<string, string>,
  given: { passwords?: Record<string, string>; said?: string[] } = {},
): Promise<[file: string, result: string][]> {
  const dir = mkdtempSync(join(home, "test-"));
  const paths = Object.entries(files).map(([name, content]) => {
    writeFileSync(join(dir, name), content);
    return join(dir, name);
  });
  const { passwords = {}, said = [] } = given;
  const progress = {
    began: () => said.push("began"),
    ended: () => said.push("ended"),
    add: (count: number) => said.push(`add ${count}`),
    clear: () => said.push("clear"),
  };
  const byPath = new Map(Object.entries(passwords).map(([name, password]) => [join(dir, name), password]));
  const reported: Converted[] = [];
  const converted = await convertInOrder(paths, { engine, passwords: byPath, runDir: dir, progress }, (one) => {
    reported.push(one);
  });
  expect(converted).toEqual(reported);
  return converted.map(({ file, result }) => [
    file.slice(dir.length + 1),
    "text" in result ? result.text : result.outcome,
  ]);
}

test("files are reported in the order typed, and begun with the one that takes longest", async () => {
  const fake = fakeEngine({});
  const files = { "a.png": "x".repeat(50), "b.docx": "x".repeat(10), "c.pdf": "x".repeat(60), "d.xyz": "x".repeat(70) };
  expect(await convert(fake, files)).toEqual([
    ["a.png", "converted"],
    ["b.docx", "converted"],
    ["c.pdf", "converted"],
    ["d.xyz", "converted"],
  ]);
  expect(fake.began).toEqual(["b.docx", "d.xyz", "c.pdf", "a.png"]);
});

test("files in containers follow the container, each with the places that it is in", async () => {
  const said: string[] = [];
  const fake = fakeEngine(
    { "a.zip": container, "b.zip": container },
    {
      "a.zip": () => [
        item("2026/b.zip", "zip"),
        {
          item: plainItem("logo.png", 4),
          outcome: "set-aside",
          text: "logo.png is a logo.",
          body: Readable.from(["x"]),
        },
        { item: plainItem("evil", 4), outcome: "rejected", reason: "damaged", text: "evil is damaged." },
      ],
      "b.zip": () => [item("own.html", "own", { isOwnContent: true }), item("c/d.pdf", "d")],
    },
  );
  expect(await convert(fake, { "a.zip": "x", "e.pdf": "x" }, { said })).toEqual([
    ["a.zip", "container"],
    ["a.zip › 2026/b.zip", "container"],
    ["a.zip › 2026/b.zip › own.html", "converted"],
    ["a.zip › 2026/b.zip › c/d.pdf", "converted"],
    ["a.zip › logo.png", "logo.png is a logo."],
    ["a.zip › evil", "evil is damaged."],
    ["e.pdf", "converted"],
  ]);
  expect(fake.asked).toContainEqual(["own.html", undefined, true]);
  expect(fake.asked).toContainEqual(["d.pdf", undefined, false]);
  const count = (word: string) => said.filter((one) => one === word).length;
  expect(["began", "ended", "clear", "add 1", "add 2"].map(count)).toEqual([5, 5, 2, 1, 1]);
});

test("containers share the room for files and bytes that one job has", async () => {
  const fake = fakeEngine(
    { "a.zip": container, "b.zip": container },
    { "a.zip": () => [item("1.pdf", "12345"), item("2.pdf", "123")], "b.zip": () => [item("3.pdf", "1")] },
  );
  await convert(fake, { "a.zip": "xx", "b.zip": "x" });
  const { items, unpackedBytes: bytes } = containerLimits;
  expect(fake.asked).toContainEqual(["a.zip", undefined, { items, bytes }]);
  expect(fake.asked).toContainEqual(["b.zip", undefined, { items: items - 2, bytes: bytes - 8 }]);
});

test("a container in three others is refused, one in two is not", async () => {
  const nested = (name: string) => () => [item(name, "zip")];
  const fake = fakeEngine(
    { "4.zip": container, "3.zip": container, "2.zip": container, "1.zip": container },
    { "4.zip": nested("3.zip"), "3.zip": nested("2.zip"), "2.zip": nested("1.zip"), "1.zip": nested("a.pdf") },
  );
  const words = "1.zip lies in more than 2 others. Unpack it and add the files inside.";
  expect((await convert(fake, { "4.zip": "x" })).at(-1)).toEqual(["4.zip › 3.zip › 2.zip › 1.zip", words]);
  expect((await convert(fake, { "3.zip": "x" })).at(-1)).toEqual(["3.zip › 2.zip › 1.zip › a.pdf", "converted"]);
});

test("a container that holds no document is refused as empty, and its files are listed", async () => {
  const aside = { item: plainItem("._a", 1), outcome: "set-aside", text: "._a is no document.", body: null } as const;
  const fake = fakeEngine({ "a.zip": container }, { "a.zip": () => [aside] });
  expect(await convert(fake, { "a.zip": "x" })).toEqual([
    ["a.zip", "a.zip holds no documents."],
    ["a.zip › ._a", "._a is no document."],
  ]);
});

test.each([
  [new ConvertError("damaged"), "a.zip is damaged and cannot be read. Ask for a new copy and replace it."],
  [new ConvertError("empty", "holds no files."), "a.zip holds no files."],
  [new Error("The sandbox ended."), "The sandbox ended."],
])("a container that fails with the error %s is reported, and the next one is unpacked", async (error, words) => {
  const fail = () => {
    throw error;
  };
  const fake = fakeEngine(
    { "a.zip": container, "b.zip": container },
    { "a.zip": fail, "b.zip": () => [item("c.pdf")] },
  );
  expect(await convert(fake, { "a.zip": "xx", "b.zip": "x" })).toEqual([
    ["a.zip", words],
    ["b.zip", "container"],
    ["b.zip › c.pdf", "converted"],
  ]);
});

test.each([
  ["of the disk", Object.assign(new Error("no space"), { code: "ENOSPC" })],
  ["that is no error", "words"],
])("an error %s ends the command", async (_, error) => {
  const fake = fakeEngine(
    { "a.zip": container },
    {
      "a.zip": () => {
        throw error;
      },
    },
  );
  await expect(convert(fake, { "a.zip": "x", "b.pdf": "x" })).rejects.toBe(error);
});

test("a password is that of its file; files in a container are tried without it first", async () => {
  const opens = (password: string | undefined) => (password === "orchard" ? pages(2) : locked);
  const empty: FileResult = { outcome: "rejected", reason: "empty", text: "x is empty.", ms: 1 };
  const fake = fakeEngine(
    { "a.zip": container, "b.pdf": opens, "c.pdf": opens, "d.pdf": empty },
    { "a.zip": () => [item("b.pdf", "1"), item("d.pdf", "1"), item("e.pdf", "1")] },
  );
  const passwords = { "a.zip": "orchard", "c.pdf": "pear" };
  expect(await convert(fake, { "a.zip": "x", "c.pdf": "x" }, { passwords })).toEqual([
    ["a.zip", "container"],
    ["a.zip › b.pdf", "converted"],
    ["a.zip › d.pdf", "x is empty."],
    ["a.zip › e.pdf", "converted"],
    ["c.pdf", "x is locked."],
  ]);
  const askedFor = (name: string) => fake.asked.filter((one) => Array.isArray(one) && one[0] === name);
  expect(askedFor("b.pdf").map((one) => (one as unknown[])[1])).toEqual([undefined, "orchard"]);
  expect(askedFor("d.pdf")).toHaveLength(1);
  expect(askedFor("c.pdf").map((one) => (one as unknown[])[1])).toEqual(["pear"]);
  expect(askedFor("a.zip").map((one) => (one as unknown[])[1])).toEqual(["orchard", "orchard"]);

  const without = fakeEngine({ "a.zip": container, "b.pdf": opens }, { "a.zip": () => [item("b.pdf", "1")] });
  expect((await convert(without, { "a.zip": "x" })).at(-1)).toEqual(["a.zip › b.pdf", "x is locked."]);
  expect(without.began.filter((name) => name === "b.pdf")).toHaveLength(1);
});

test("an unpacked file is converted from a copy of its own", async () => {
  const contents: string[] = [];
  const fake = fakeEngine({ "a.zip": container }, { "a.zip": () => [item("b.txt", "one"), item("c.txt", "two")] });
  const { convertFile } = fake.engine;
  fake.engine.convertFile = async (input, ...rest) => {
    contents.push(readFileSync(input.path, "utf8"));
    return convertFile(input, ...rest);
  };
  await convert(fake, { "a.zip": "zip" });
  expect(contents.sort()).toEqual(["one", "two", "zip"]);
});
