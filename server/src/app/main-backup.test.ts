import { afterEach, beforeEach, expect, test, vi } from "vitest";

const { state } = vi.hoisted(() => ({
  state: {
    manifest: {} as object,
    restored: {} as object,
    inDoubt: 0,
    fault: undefined as Error | undefined,
    closed: 0,
    done: [] as unknown[][],
  },
}));
vi.mock("../platform/process/command.ts", () => ({
  runCommand: async (_help: string, work: () => Promise<void>) => work(),
}));
vi.mock("./start/with-database.ts", () => ({
  withDatabase: async (work: (...given: unknown[]) => Promise<void>) => work({}, {}, "url", {}),
}));
vi.mock("../platform/storage/open-storage.ts", () => ({
  openStorage: async () => ({
    async close() {
      state.closed += 1;
    },
  }),
}));
vi.mock("./backup/backup.ts", () => ({
  async makeBackup(_: unknown, target: string, options: object) {
    state.done.push(["backup", target, options]);
    if (state.fault) throw state.fault;
    return { folder: `${target}/2026-11-23`, manifest: state.manifest };
  },
}));
vi.mock("./backup/restore.ts", () => ({
  async restoreBackup(_: unknown, folder: string) {
    state.done.push(["restore", folder]);
    if (state.fault) throw state.fault;
    return state.restored;
  },
}));
vi.mock("./backup/load.ts", () => ({
  async settleRestored(url: string) {
    state.done.push(["settle", url]);
    return state.inDoubt;
  },
}));

const argv = process.argv;
beforeEach(() => {
  const manifest = { tables: [{ rows: 3 }, { rows: 4 }], files: { count: 2 }, key: "file" };
  const restored = { manifest: { madeAt: "Monday", files: { count: 9 } }, files: 1, inDoubt: 0 };
  Object.assign(state, { manifest, restored, inDoubt: 0, fault: undefined, closed: 0, done: [] });
});
afterEach(() => {
  process.argv = argv;
  vi.restoreAllMocks();
});

/** Runs `./sheaf backup` or `restore`. @returns what it prints */
async function run(...words: string[]): Promise<string[]> {
  process.argv = ["node", "main-backup.ts", ...words];
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line) => void lines.push(line));
  vi.resetModules();
  await import("./main-backup.ts");
  return lines;
}
const withoutFiles = "without files, which are in S3 and must be backed up there";

test("a backup tells its folder, and how much is in it", async () => {
  expect(await run("backup", "/backups")).toEqual(["/backups/2026-11-23\n7 rows, 2 files."]);
  expect([state.done, state.closed]).toEqual([[["backup", "/backups", { keep: 14 }]], 1]);
});

test("a backup without files or without the key says so", async () => {
  state.manifest = { tables: [{ rows: 1 }], key: "environment" };
  expect(await run("backup", "/backups")).toEqual([
    `/backups/2026-11-23\n1 row, ${withoutFiles}.`,
    "The backup does not contain SHEAF_KEY: keep the key separately.",
  ]);
});

test.each([
  ["1", 1],
  ["30", 30],
])("the newest %s backups are kept", async (words, keep) => {
  await run("backup", "/backups", "--keep", words);
  expect(state.done).toEqual([["backup", "/backups", { keep }]]);
});

test.each([
  [["backup"]],
  [["restore"]],
  [["backup", "/one", "/two"]],
  [["backup", "/one", "--keep", "0"]],
  [["backup", "/one", "--keep", "1.5"]],
  [["backup", "/one", "--keep", "many"]],
])("%j prints the help", async (words) => {
  await expect(run(...words)).rejects.toThrow(/^\.\/sheaf backup FOLDER/);
  expect(state.done).toEqual([]);
});

test("a restored backup tells its time and how many files came with it", async () => {
  expect(await run("restore", "/backups/2026-11-23")).toEqual(["Restored the backup of Monday: 1 file."]);
  expect([state.done, state.closed]).toEqual([[["restore", "/backups/2026-11-23"]], 1]);
  state.restored = { manifest: { madeAt: "Monday" }, files: 0, inDoubt: 0 };
  expect(await run("restore", "/backups/2026-11-23")).toEqual([`Restored the backup of Monday: ${withoutFiles}.`]);
});

test("after a restore it is told of how many emails nobody knows whether they were sent", async () => {
  state.restored = { ...state.restored, inDoubt: 1 };
  expect((await run("restore", "/b"))[1]).toBe(
    "1 email may have been sent since then. Check them in Sheaf before you send them again.",
  );
});

test("a database that was restored by other means is settled", async () => {
  state.inDoubt = 2;
  expect(await run("restore", "--settle")).toEqual([
    "2 emails may have been sent since the backup. Check them in Sheaf before you send them again.",
  ]);
  expect(state.done).toEqual([["settle", "url"]]);
});

test("only restore settles", async () => {
  await expect(run("backup", "--settle")).rejects.toThrow();
  await expect(run("restore", "--settle", "/b")).rejects.toThrow();
  expect(state.done).toEqual([]);
});

test.each([["backup"], ["restore"]])("the file store is closed also when %s fails", async (command) => {
  state.fault = new Error("disk");
  await expect(run(command, "/b")).rejects.toThrow("disk");
  expect(state.closed).toBe(1);
});
