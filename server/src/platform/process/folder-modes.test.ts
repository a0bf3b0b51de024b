import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { makeDataFolder, makePrivateFolder, makeTraversableFolder } from "./folder-modes.ts";

const here = mkdtempSync(join(tmpdir(), "sheaf-modes-"));
afterAll(() => rmSync(here, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

test.each([0o000, 0o022, 0o077])("created folders have the same modes with the umask %i", (umask) => {
  const before = process.umask(umask);
  onTestFinished(() => void process.umask(before));
  const [content, passage] = [join(here, `content-${umask}`), join(here, `passage-${umask}`)];

  makePrivateFolder(content);
  makeTraversableFolder(passage);

  expect([modeOf(content), modeOf(passage)]).toEqual(["700", "711"]);
});

test("modes of existing folders are restricted, never extended", () => {
  const [content, passage, closed] = ["a", "b", "c"].map((name) => join(here, name)) as [string, string, string];
  for (const path of [content, passage, closed]) mkdirSync(path);
  for (const path of [content, passage]) chmodSync(path, 0o755);
  chmodSync(closed, 0o700);

  makePrivateFolder(content);
  makeTraversableFolder(passage);
  makeTraversableFolder(closed);

  expect([modeOf(content), modeOf(passage), modeOf(closed)]).toEqual(["700", "711", "700"]);
});

test("an existing folder keeps its mode unless it contains Sheaf's data", () => {
  const shared = join(here, "shared");
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  makeDataFolder(shared);
  expect(modeOf(shared)).toBe("1777");

  chmodSync(shared, 0o755);
  writeFileSync(join(shared, "secret.key"), "");
  makeDataFolder(shared);
  expect(modeOf(shared)).toBe("711");
  makeDataFolder(join(here, "new"));
  expect(modeOf(join(here, "new"))).toBe("711");
});
