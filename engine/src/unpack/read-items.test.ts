import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { MB } from "@sheaf/contracts/limits.ts";
import { afterAll, expect, test } from "vitest";
import { attempt } from "../attempt.ts";
import { type Item, packStart } from "./item.ts";
import { type RequestItems, readItems } from "./read-items.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-read-items-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const usual = { items: 500, bytes: 1024 * MB, containerBytes: 100 * MB };

const itemNamed = (path: string): Item => ({
  path,
  sizeBytes: 1,
  packedBytes: 1,
  isEncrypted: false,
  kind: "file",
  isUnsafe: false,
  setAside: null,
  isOwnContent: false,
});

/** A sandboxed process that returns one item in each batch, of this size whatever the list states. */
const writing =
  (sizes: number[]): RequestItems =>
  async (first, path) => {
    const sizeBytes = sizes[first] ?? 0;
    writeFileSync(path, "");
    await truncate(path, packStart + sizeBytes);
    return { did: "unpack", items: sizes.map((_, index) => itemNamed(`${index}.bin`)), written: [{ sizeBytes }] };
  };

async function pathsOf(sizes: number[], limits: Partial<typeof usual>): Promise<string[]> {
  const paths: string[] = [];
  for await (const { item } of readItems(writing(sizes), folder, { ...usual, ...limits })) paths.push(item.path);
  return paths;
}

test("the bytes that come out count, whatever the container states: 200 times its size beyond 100 MB", async () => {
  const sizes = [60 * MB, 60 * MB];
  await expect(pathsOf(sizes, { containerBytes: MB / 2 })).rejects.toMatchObject({
    reason: "too-large",
    detail: expect.stringContaining("more than 200 times its size"),
  });
  expect(await pathsOf(sizes, { containerBytes: MB })).toHaveLength(2);
  expect(await pathsOf([99 * MB], { containerBytes: 1 }), "up to 100 MB any ratio is accepted").toHaveLength(1);
  expect(readdirSync(folder), "nothing is left").toEqual([]);
});

test("a container that other containers left too little room is refused in these words", async () => {
  const tooMany = "brings the unpacked files to more than 500 in all. Send it separately.";
  await expect(pathsOf([1, 1, 1], { items: 2 })).rejects.toMatchObject({ reason: "too-large", detail: tooMany });
  const tooLarge = "brings the unpacked files to more than 1024 MB in all. Send it separately.";
  await expect(pathsOf([5, 5], { bytes: 9 })).rejects.toMatchObject({ reason: "too-large", detail: tooLarge });
});

test("of the items that are not unpacked, links and files set aside are no refusals, and unsafe names are", async () => {
  const items: Item[] = [
    { ...itemNamed("passwd"), kind: "link" },
    { ...itemNamed("Icon"), isUnsafe: true, setAside: "is a file that macOS keeps for itself, not a document." },
    { ...itemNamed("evil.txt"), isUnsafe: true },
  ];
  const request: RequestItems = async (_first, path) => {
    writeFileSync(path, " ");
    return { did: "unpack", items, written: [] };
  };
  const results: unknown[] = [];
  for await (const one of readItems(request, folder, usual)) results.push([one.outcome, "text" in one && one.text]);
  expect(results).toEqual([
    ["set-aside", "passwd is a link, not a file."],
    ["set-aside", "Icon is a file that macOS keeps for itself, not a document."],
    ["rejected", "evil.txt has a name that is not safe to unpack. Rename it and replace it."],
  ]);
});

test("the bodies of items that are not read keep no file open", async () => {
  const open = () =>
    readdirSync("/proc/self/fd").filter((one) => {
      const target = attempt(() => readlinkSync(`/proc/self/fd/${one}`));
      return target?.startsWith(folder);
    });
  const read: number[] = [];
  for await (const one of readItems(writing([5, 6, 7]), folder, usual)) {
    await setImmediate();
    if (one.outcome === "unpacked" && one.item.path === "1.bin") read.push((await buffer(one.body)).length);
  }
  expect(read).toEqual([6]);
  expect(open()).toEqual([]);
});

test("a sandboxed process that reports other sizes than it wrote is an error of Sheaf", async () => {
  const lying: RequestItems = async (first, path) => {
    const answer = await writing([10])(first, path);
    return { ...answer, written: [{ sizeBytes: 11 }] };
  };
  await expect(readItems(lying, folder, usual).next()).rejects.toThrow("packed 11 bytes, but reported 12");
});

/** A sandboxed process that returns these items in one batch, each with its content or refusal. */
const holding =
  (...all: [item: Item, content: string | { rejected: "damaged"; detail: string | null }][]): RequestItems =>
  async (first, path) => {
    const rest = all.slice(first).filter(([{ kind }]) => kind === "file");
    const contents = rest.map(([, content]) => content);
    writeFileSync(path, ` ${contents.filter((one) => typeof one === "string").join("")}`);
    const written = contents.map((one) => (typeof one === "string" ? { sizeBytes: one.length } : one));
    return { did: "unpack", items: all.map(([item]) => item), written };
  };

async function resultsOf(request: RequestItems, wanted: Partial<Parameters<typeof readItems>[2]> = {}) {
  const results: string[][] = [];
  for await (const one of readItems(request, folder, { ...usual, ...wanted })) {
    const body = "body" in one && one.body ? [(await buffer(one.body)).toString()] : [];
    results.push([one.outcome, ...("text" in one ? [one.text] : []), ...body]);
  }
  return results;
}

test("items of one batch are read one after the other, with the refusals of some and those set aside", async () => {
  const logo = { ...itemNamed("b/logo.png"), setAside: "is a logo." };
  const request = holding(
    [itemNamed("a"), "one"],
    [logo, "two"],
    [itemNamed("b/c"), { rejected: "damaged", detail: "has no end." }],
    [itemNamed("d"), { rejected: "damaged", detail: null }],
    [itemNamed("e"), ""],
    [{ ...itemNamed("f"), kind: "device" }, ""],
    [itemNamed("g"), "three"],
  );
  expect(await resultsOf(request)).toEqual([
    ["unpacked", "one"],
    ["set-aside", "logo.png is a logo.", "two"],
    ["rejected", "c has no end."],
    ["rejected", "d is damaged and cannot be read. Ask for a new copy and replace it."],
    ["unpacked", ""],
    ["set-aside", "f is a device, not a file."],
    ["unpacked", "three"],
  ]);
});

test("only the item that is wanted is read, also the first one", async () => {
  const asked: number[] = [];
  const all = holding([itemNamed("a"), "one"], [itemNamed("b"), "two"], [itemNamed("c"), "three"]);
  const request: RequestItems = (first, path) => {
    asked.push(first);
    return all(first, path);
  };
  expect(await resultsOf(request, { only: 1 })).toEqual([["unpacked", "two"]]);
  expect(await resultsOf(request, { only: 0 })).toEqual([["unpacked", "one"]]);
  expect(asked).toEqual([1, 0]);
});

test("as many items and bytes as there is room for are read, and no more than 500 items of one container", async () => {
  expect(await pathsOf([1, 1], { items: 2, bytes: 2 })).toHaveLength(2);
  const many = (count: number) => Array.from({ length: count }, () => 0);
  const items = (count: number): RequestItems =>
    holding(...many(count).map((_, index): [Item, string] => [itemNamed(`${index}`), ""]));
  expect(await resultsOf(items(500))).toHaveLength(500);
  await expect(resultsOf(items(501), { items: 1000 })).rejects.toMatchObject({
    detail: "contains more than 500 files. Unpack it and add the files inside.",
  });
});

test("a sandboxed process that writes nothing of an item that it listed is an error of Sheaf", async () => {
  const request: RequestItems = async (_first, path) => {
    writeFileSync(path, " ");
    return { did: "unpack", items: [itemNamed("a")], written: [] };
  };
  await expect(resultsOf(request)).rejects.toThrow("returned fewer items than it listed");
});
