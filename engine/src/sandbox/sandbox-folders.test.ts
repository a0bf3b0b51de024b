import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { candidates } from "./choose-launcher.ts";
import {
  chownCompileCache,
  chownFolders,
  findUnreadable,
  reclaimCompileCache,
  setprivArguments,
} from "./sandbox-user.ts";

function tempFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "sheaf-folders-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  chmodSync(dir, 0o755);
  return dir;
}
const isRoot = process.getuid?.() === 0;
const stateOf = (path: string) => {
  const { uid, gid, mode } = lstatSync(path);
  return [uid, gid, (mode & 0o777).toString(8)];
};

test("the first thing on a path that other users may not enter or read is found", () => {
  const dir = tempFolder();
  const [folder, inner] = [join(dir, "folder"), join(dir, "folder", "inner")];
  mkdirSync(inner, { recursive: true });
  const file = join(inner, "file");
  writeFileSync(file, "");
  const found = (fileMode: number, innerMode: number, folderMode: number) => {
    chmodSync(file, fileMode);
    chmodSync(inner, innerMode);
    chmodSync(folder, folderMode);
    return [findUnreadable(file), findUnreadable(inner)];
  };
  expect(found(0o604, 0o701, 0o701)).toEqual([null, null]);
  expect(found(0o673, 0o701, 0o701)).toEqual([file, null]);
  expect(found(0o604, 0o706, 0o701)).toEqual([inner, inner]);
  expect(found(0o604, 0o701, 0o776)).toEqual([folder, folder]);
  symlinkSync(file, join(dir, "link"));
  found(0o604, 0o700, 0o701);
  expect(findUnreadable(join(dir, "link"))).toBe(inner);
});

test.runIf(isRoot)("the folders of a sandboxed process belong to its user, and those of its input to root", () => {
  const dir = join(tempFolder(), "sandbox");
  const [inDir, workDir, outDir, homeDir] = ["in", "work", "out", "home"].map((name) => join(dir, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const path of [inDir, workDir, outDir, homeDir]) mkdirSync(path, { recursive: true });
  for (const name of ["1", "2"]) writeFileSync(join(outDir, name), "");
  const user = 1_577_000_005;
  chownFolders({ inDir, workDir, outDir, homeDir }, user, ["1"]);
  for (const path of [workDir, outDir, homeDir]) expect(stateOf(path)).toEqual([user, user, "700"]);
  for (const path of [inDir, dir]) expect(stateOf(path)).toEqual([0, user, "710"]);
  expect(["1", "2"].map((name) => statSync(join(outDir, name)).uid)).toEqual([user, 0]);
});

test.runIf(isRoot)(
  "the compile cache is given to a user with all that is in it, and taken back for all to read",
  () => {
    const dir = tempFolder();
    mkdirSync(join(dir, "v24"));
    writeFileSync(join(dir, "v24", "code"), "");
    const paths = [dir, join(dir, "v24"), join(dir, "v24", "code")];
    const user = 1_577_000_006;
    chownCompileCache(dir, user);
    expect(paths.map((path) => stateOf(path).slice(0, 2))).toEqual([
      [user, user],
      [user, user],
      [user, user],
    ]);
    for (const path of paths) chmodSync(path, 0o700);
    reclaimCompileCache(dir);
    expect(paths.map(stateOf)).toEqual([
      [0, 0, "755"],
      [0, 0, "755"],
      [0, 0, "644"],
    ]);
    expect(() => reclaimCompileCache(join(dir, "none"))).not.toThrow();
  },
);

test("a program runs without capabilities, as another user where there is one", () => {
  const powerless = ["--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"];
  expect(setprivArguments(null)).toEqual(powerless);
  expect(setprivArguments(7)).toEqual(["--reuid=7", "--regid=7", "--clear-groups", ...powerless]);
});

test("the sandboxes to try are those of the setting, the strongest first, and none is no choice of “auto”", () => {
  const dir = tempFolder();
  const options = { cacheDir: join(dir, "cache"), scratchDir: join(dir, "a", "scratch"), office: null, program: "" };
  const names = (setting: Parameters<typeof candidates>[0]) => [
    ...new Set(candidates(setting, options).map(({ name }) => name)),
  ];
  expect(names("off")).toEqual(["off"]);
  expect(names("auto")).toEqual(["bubblewrap", "landlock"]);
  expect(names("bubblewrap")).toEqual(["bubblewrap"]);
  expect(names("landlock")).toEqual(["landlock"]);
  for (const path of [options.cacheDir, options.scratchDir]) expect(statSync(path).mode & 0o777).toBe(0o711);
});
