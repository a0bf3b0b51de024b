import { chmod, chown, link, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { SandboxRequest } from "./protocol.ts";
import { ownResults, premadeResults } from "./results.ts";
import type { SandboxedProcess } from "./sandboxed-process.ts";
import { serve } from "./serve.ts";

const root = await mkdtemp(join(tmpdir(), "sheaf-serve-"));
afterAll(() => rm(root, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;
const otherUser = 65_534;
const limits = { timeMs: 1000, memoryBytes: 1, scratchBytes: 1 };
let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(root, "test-"));
});

/** A fake sandboxed process whose program is a function. */
async function childThat(
  work: (folders: SandboxedProcess["folders"]) => Promise<void>,
  bound = 0,
): Promise<SandboxedProcess & { ended: boolean }> {
  const folder = async (name: string) => join(dir, "sandboxed process", name);
  const folders = {
    inDir: await folder("in"),
    workDir: await folder("work"),
    outDir: await folder("out"),
    homeDir: await folder("home"),
  };
  for (const path of Object.values(folders)) await mkdir(path, { recursive: true });
  if (isRoot) await chown(folders.workDir, otherUser, otherUser);
  const child = {
    folders,
    results: bound > 0 ? premadeResults(folders.outDir, bound) : ownResults(folders.outDir),
    workDir: () => folders.workDir,
    waitedMs: () => 0,
    pid: undefined,
    ended: false,
    ask: async () => {
      await work(folders);
      return { did: "assemble", pages: 1 } as const;
    },
    isBroken: () => child.ended,
    end: async () => {
      child.ended = true;
      await rm(join(dir, "sandboxed process"), { recursive: true, force: true });
    },
  };
  return child;
}

interface How {
  isLast?: boolean;
  movesResult?: boolean;
}

async function ask(child: SandboxedProcess, how: How, files: Parameters<typeof serve>[1] = []): Promise<string> {
  const outPath = join(dir, "out.pdf");
  const request: SandboxRequest = { do: "assemble", sources: [], title: "" };
  await serve(child, files, request, outPath, { limits, signal: undefined, ...how });
  return readFile(outPath, "utf8");
}

const allOptions: How[] = [{}, { movesResult: true }, { isLast: true }];

test.each(allOptions)("a result is complete and belongs to this process's user: %o", async (how) => {
  let inside = 0;
  const child = await childThat(async ({ outDir }) => {
    const path = join(outDir, "result.pdf");
    await writeFile(path, "the pages", { mode: 0o4777 });
    if (isRoot) await chown(path, otherUser, otherUser);
    inside = (await lstat(path)).ino;
  });
  expect(await ask(child, how)).toBe("the pages");
  const { uid, mode, nlink, ino } = await lstat(join(dir, "out.pdf"));
  expect(uid).toBe(process.getuid?.());
  expect(mode & 0o7777).toBe(0o666 & ~process.umask());
  expect(nlink).toBe(1);
  expect(ino === inside).toBe(how.movesResult ?? how.isLast ?? false);
  expect(child.ended).toBe(how.isLast ?? false);
});

const noResults: [string, (path: string) => Promise<unknown>][] = [
  ["nothing", async () => {}],
  ["an empty file", (path) => writeFile(path, "")],
  ["a folder", (path) => mkdir(path)],
  ["a link to a file of ours", (path) => symlink(join(dir, "secret"), path)],
];
test.each(allOptions.flatMap((how) => noResults.map(([what, leave]) => [what, how, leave] as const)))(
  "%s is refused as a result: %o",
  async (_, how, leave) => {
    await writeFile(join(dir, "secret"), "secret");
    const child = await childThat(async ({ outDir }) => void (await leave(join(outDir, "result.pdf"))));
    await expect(ask(child, how)).rejects.toThrow("sandbox");
    expect((await readdir(dir)).filter((name) => name.startsWith("out.pdf"))).toEqual([]);
    expect(await readFile(join(dir, "secret"), "utf8")).toBe("secret");
  },
);

test("a sandboxed process that leaves more than its result is not used again", async () => {
  const child = await childThat(async ({ outDir, workDir }) => {
    await writeFile(join(outDir, "result.pdf"), "the pages");
    await link(join(outDir, "result.pdf"), join(workDir, "again.pdf"));
  });
  expect(await ask(child, {})).toBe("the pages");
  expect(child.ended).toBe(true);
});

test("when result files are made in advance, all of them but the last are moved, and the last is copied", async () => {
  let answers = 0;
  const child = await childThat(async ({ outDir }) => {
    answers += 1;
    await writeFile(join(outDir, child.results.name()), `the pages ${answers}`);
  }, 2);
  const inodes: number[] = [];
  for (const count of [1, 2, 3]) {
    const inside = (await lstat(join(child.folders.outDir, child.results.name()))).ino;
    expect(await ask(child, { movesResult: true })).toBe(`the pages ${count}`);
    inodes.push((await lstat(join(dir, "out.pdf"))).ino - inside);
    await rm(join(dir, "out.pdf"));
  }
  expect(inodes.map((difference) => difference === 0)).toEqual([true, false, false]);
  expect(child.ended).toBe(false);
});

test.each([0, 3])(
  "bytes that a sandboxed process adds to a moved result count towards its limit, with %i results made in advance",
  async (bound) => {
    const child = await childThat(({ outDir }) => writeFile(join(outDir, child.results.name()), "the pages"), bound);
    await ask(child, { movesResult: true });
    expect(child.results.addedBytes()).toBe(0);
    await writeFile(join(dir, "out.pdf"), Buffer.alloc(2 ** 20, 1)); // through a descriptor that the process kept open
    expect(child.results.addedBytes()).toBeGreaterThan(2 ** 19);
  },
);

test("a sandboxed process that writes to a result file other than the next one is not used again", async () => {
  const child = await childThat(async ({ outDir }) => {
    await writeFile(join(outDir, child.results.name()), "the pages");
    await writeFile(join(outDir, child.results.premade[1] ?? ""), "words of one document for the next");
  }, 2);
  expect(await ask(child, {})).toBe("the pages");
  expect(child.ended).toBe(true);
});

// Only root can run a sandboxed process as another user; otherwise the process could write to a hard link.
test(`a file is ${isRoot ? "linked" : "copied"} into the sandboxed process, and is unchanged afterwards`, async () => {
  const path = join(dir, "pages.pdf");
  await writeFile(path, "the pages", { mode: 0o644 });
  let seen: number | undefined;
  const child = await childThat(async ({ inDir, outDir }) => {
    seen = (await lstat(join(inDir, "1.pdf"))).nlink;
    await writeFile(join(outDir, "result.pdf"), await readFile(join(inDir, "1.pdf")));
  });
  expect(await ask(child, {}, [{ path, file: "1.pdf" }])).toBe("the pages");
  expect(seen).toBe(isRoot ? 2 : 1);
  expect(await lstat(path)).toMatchObject({ nlink: 1, mode: 0o100644 });
  expect(await readdir(child.folders.inDir)).toEqual([]);
});

test.each([
  ["that other users may not read", 0o600, process.getuid?.() ?? -1],
  ["that other users may write to", 0o666, process.getuid?.() ?? -1],
  ["of the sandboxed process's own user", 0o644, isRoot ? otherUser : (process.getuid?.() ?? -1)],
])("a file %s is copied", async (_, mode, user) => {
  const path = join(dir, "pages.pdf");
  await writeFile(path, "the pages");
  await chmod(path, mode);
  await chown(path, user, -1);
  const child = await childThat(async ({ inDir, outDir }) => {
    expect(await lstat(join(inDir, "1.pdf"))).toMatchObject({ nlink: 1, mode: 0o100444 });
    await writeFile(join(outDir, "result.pdf"), "done");
  });
  await ask(child, {}, [{ path, file: "1.pdf" }]);
});

test.each([256 * 1024, 256 * 1024 + 1])(
  "a file of %i bytes is copied whole, for the process to read alone",
  async (size) => {
    const path = join(dir, "pages.pdf");
    await writeFile(path, Buffer.alloc(size, "pages"), { mode: 0o600 });
    const child = await childThat(async ({ inDir, outDir }) => {
      expect((await readFile(join(inDir, "1.pdf"))).equals(Buffer.alloc(size, "pages"))).toBe(true);
      expect(await lstat(join(inDir, "1.pdf"))).toMatchObject({ nlink: 1, mode: 0o100444 });
      await writeFile(join(outDir, "result.pdf"), "done");
    });
    expect(await ask(child, {}, [{ path, file: "1.pdf" }])).toBe("done");
  },
);

test("a file of the sandboxed process's own user is linked when the file is deleted afterwards", async () => {
  const path = join(dir, "pages.pdf");
  await writeFile(path, "the pages");
  if (isRoot) await chown(path, otherUser, -1);
  const child = await childThat(async ({ inDir, outDir }) => {
    expect((await lstat(join(inDir, "1.pdf"))).nlink).toBe(2);
    await writeFile(join(outDir, "result.pdf"), "done");
  });
  await ask(child, { isLast: true }, [{ path, file: "1.pdf" }]);
});

test("a file left in the sandboxed process is never overwritten, since it could be a link to an original", async () => {
  const [original, path] = [join(dir, "original.pdf"), join(dir, "pages.pdf")];
  await writeFile(original, "the original");
  await writeFile(path, "the pages", { mode: 0o600 });
  const child = await childThat(async () => {});
  await link(original, join(child.folders.inDir, "1.pdf"));
  await expect(ask(child, {}, [{ path, file: "1.pdf" }])).rejects.toThrow("EEXIST");
  expect(await readFile(original, "utf8")).toBe("the original");
});
