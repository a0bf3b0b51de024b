import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { isSecondReaderInstalled, modelFiles } from "./models.ts";

const project = join(import.meta.dirname, "..", "..", "..", "..");
const notice = readFileSync(join(project, "engine", "second-reader", "NOTICE"), "utf8");
const stated = [...notice.matchAll(/^ {2}([0-9a-f]{64}) {2}(\S+)$/gm)].map(([, hash, name]) => `${name} ${hash}`);

test("the notice states origin and hash of every file that the second reader loads", () => {
  const names = Object.values(modelFiles).map((path) => basename(path));
  expect(stated.map((line) => line.split(" ")[0]).sort()).toEqual(names.sort());
});

test("the set-up keeps every file that the second reader loads", () => {
  const setUp = readFileSync(join(project, "scripts", "set-up", "second-reader.sh"), "utf8");
  const kept = Object.values(modelFiles).map((path) => path.split("node_modules/").at(-1) ?? "");
  expect(kept.filter((path) => !setUp.includes(path))).toEqual([]);
});

test.skipIf(!isSecondReaderInstalled())("the installed files are those of the notice", () => {
  const found = Object.values(modelFiles).map((path) => {
    return `${basename(path)} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`;
  });
  expect(found.sort()).toEqual(stated.sort());
});
