import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { makeDataFolder, makePrivateFolder, makeTraversableFolder } from "./folder-modes.ts";

const here = mkdtempSync(join(tmpdir(), "sheaf-modes-"));
afterAll(() => rmSync(here, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

test.each([0o000, 0o022, 0o077])("the modes are the same under the umask %i", (umask) => {
  const before = process.umask(umask);
  onTestFinished(() => void process.umask(before));
  const [content, way] = [join(here, `content-${umask}`), join(here, `way-${umask}`)];

  makePrivateFolder(content);
  makeTraversableFolder(way);

  expect([modeOf(content), modeOf(way)]).toEqual(["700", "711"]);
});

test("folders that an earlier version left open are closed; none is opened", () => {
  const [content, way, closed] = ["a", "b", "c"].map((name) => join(here, name)) as [string, string, string];
  for (const path of [content, way, closed]) mkdirSync(path);
  for (const path of [content, way]) chmodSync(path, 0o755);
  chmodSync(closed, 0o700);

  makePrivateFolder(content);
  makeTraversableFolder(way);
  makeTraversableFolder(closed);

  expect([modeOf(content), modeOf(way), modeOf(closed)]).toEqual(["700", "711", "700"]);
});

test("a folder that was there before Sheaf came keeps its mode; with Sheaf's data in it, it is closed", () => {
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
