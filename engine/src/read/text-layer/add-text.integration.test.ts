import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sharedEngine } from "../../testing/shared-engine.ts";
import { aLine, aReading, aScan, wordsInPdfium } from "./testing.ts";

const practice = { practiceId: "anna" };
const { engine, dir } = await sharedEngine({ children: 1, ahead: false });

test("a sandboxed process adds text to an assembled document, and nothing of the words stays behind", async () => {
  const [path, outPath] = [join(dir, "all.pdf"), join(dir, "searchable.pdf")];
  const source = { path: await aScan(2), title: "Scan" };
  await engine.assemble([source, source], path, { ...practice, title: "Scans" });
  const { line, words } = aLine(["Kestrel", "Stationers"], { x: 60, y: 100, size: 11 });
  const before = await readdir(join(dir, "scratch"));

  const made = await engine.addText(path, outPath, [aReading(3, [line], words)], practice);

  expect(made).toEqual({ pages: 1, words: 2, sizeBytes: (await stat(outPath)).size });
  const pages = await wordsInPdfium(outPath);
  expect(pages.map((page) => page.map(({ text }) => text))).toEqual([[], [], ["Kestrel", "Stationers"], []]);
  expect(await readdir(join(dir, "scratch"))).toEqual(before);
});

test("a document without readings is copied", async () => {
  const [path, outPath] = [await aScan(), join(dir, "copy.pdf")];
  expect(await engine.addText(path, outPath, [], practice)).toMatchObject({ pages: 0, words: 0 });
});
