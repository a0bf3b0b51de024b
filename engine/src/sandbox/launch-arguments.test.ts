import type { SpawnOptions } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { ConfinePlan } from "./confine.ts";
import type { LaunchPlan, Protection } from "./launcher.ts";
import type { SandboxUsers } from "./sandbox-user.ts";
import { seccompFilter, thisProcessor } from "./seccomp.ts";

const machine = vi.hoisted(() => ({
  spawn: vi.fn(),
  landlock: 6,
  languages: undefined as string | undefined,
}));
vi.mock("./language-tags.ts", () => ({
  languageRegistry: "/usr/registry.xml",
  shortLanguageRegistry: () => machine.languages,
}));
vi.mock("node:child_process", async (original) => ({ ...(await original<object>()), spawn: machine.spawn }));
vi.mock("koffi", () => ({ default: { load: () => ({ func: () => () => machine.landlock }) } }));
const { bubblewrapLauncher } = await import("./bubblewrap.ts");
const { landlockLauncher } = await import("./landlock.ts");

beforeEach(() => {
  machine.spawn.mockReset();
  machine.landlock = 6;
  machine.languages = undefined;
});

const cacheDir = mkdtempSync(join(tmpdir(), "sheaf-launch-cache-"));
afterAll(() => rmSync(cacheDir, { recursive: true, force: true }));
const isRoot = process.getuid?.() === 0;
const noUsers: SandboxUsers = { next: null, note: null };
const user = 1_577_000_009;

/** The folders and options of a sandbox whose launch is only noted. */
function place(without: Protection[] = [], users = noUsers, officeProgramDir: string | null = null) {
  const dir = mkdtempSync(join(tmpdir(), "sheaf-launch-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const names = ["in", "work", "out", "home"] as const;
  const [inDir, workDir, outDir, homeDir] = names.map((name) => join(dir, "one", name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const path of [inDir, workDir, outDir, homeDir]) mkdirSync(path, { recursive: true });
  for (const name of ["1", "2"]) writeFileSync(join(outDir, name), "");
  const folders = { inDir, workDir, outDir, homeDir };
  const plan: LaunchPlan = {
    program: "engine/program.ts",
    folders,
    start: (inside) => ({ inside }),
    timeZone: "Europe/London",
    storageBytes: 123_456,
    results: ["1", "2"],
  };
  return { folders, plan, options: { cacheDir, officeProgramDir, users, without } };
}

function launched(): { command: string; words: string[]; options: SpawnOptions } {
  const [command = "", words = [], options = {}] = (machine.spawn.mock.calls.at(-1) ?? []) as [
    string,
    string[],
    SpawnOptions,
  ];
  return { command, words, options };
}
/** Whether words follow each other. */
const has = (words: string[], ...part: string[]) => `\n${words.join("\n")}\n`.includes(`\n${part.join("\n")}\n`);

describe("bubblewrap", () => {
  function launch(without: Protection[] = [], different: Partial<LaunchPlan> = {}, office: string | null = null) {
    const at = place(without, noUsers, office);
    const launcher = bubblewrapLauncher(at.options);
    launcher.launch({ ...at.plan, ...different });
    return { ...at, ...launched(), launcher };
  }

  test("is started with limits, a filter, its own namespaces and no variables", () => {
    const { command, words, options } = launch();
    expect(command).toBe("prlimit");
    expect(words.slice(0, 5)).toEqual(["--core=0", "--nofile=1024", "--fsize=536870912", "--", "bwrap"]);
    for (const part of [
      ["--seccomp", "3"],
      ["--clearenv"],
      ["--unshare-all"],
      ["--cap-drop", "ALL"],
      ["--die-with-parent"],
    ])
      expect(has(words, ...part), part.join(" ")).toBe(true);
    expect(has(words, "--share-net")).toBe(false);
    expect(options.detached).toBe(true);
    expect(options.env).toEqual({ PATH: process.env.PATH });
    expect((options.stdio as unknown[]).slice(0, 3)).toEqual(["pipe", "pipe", "pipe"]);
    expect(typeof (options.stdio as unknown[])[3]).toBe("number");
  });

  test("leaves no file open in this process", () => {
    launch();
    const filters = readdirSync("/proc/self/fd").filter((fd) => {
      const path = `/proc/self/fd/${fd}`;
      return existsSync(path) && readlinkSync(path).startsWith(cacheDir);
    });
    expect(filters).toEqual([]);
  });

  test("gives each file system in memory its size, and mounts folders read-only and results to write", () => {
    const { words, folders, launcher } = launch();
    expect(has(words, "--size", "67108864", "--tmpfs", "/dev/shm")).toBe(true);
    expect(has(words, "--size", "123456", "--tmpfs", "/tmp")).toBe(true);
    expect(has(words, "--size", "123456", "--tmpfs", "/scratch/work")).toBe(true);
    expect(has(words, "--ro-bind", folders.inDir, "/scratch/in")).toBe(true);
    for (const name of ["1", "2"])
      expect(has(words, "--bind", join(folders.outDir, name), `/scratch/out/${name}`)).toBe(true);
    expect(words.filter((word) => word === "--bind")).toHaveLength(2);
    expect(has(words, "--ro-bind", "/", "/host")).toBe(false);
    expect(has(words, "--chdir", "/scratch/work", "--remount-ro", "/", "--", "/app/node")).toBe(true);
    expect(launcher.worksInMemory).toBe(true);
  });

  test("starts the program with the folders as it sees them", () => {
    const { words } = launch();
    expect(words.at(-2)).toBe("/app/engine/program.ts");
    expect(JSON.parse(words.at(-1) ?? "")).toEqual({
      inside: { inDir: "/scratch/in", workDir: "/scratch/work", outDir: "/scratch/out", homeDir: "/tmp/home" },
    });
    for (const [name, value] of [
      ["TZ", "Europe/London"],
      ["HOME", "/tmp/home"],
      ["TMPDIR", "/tmp"],
      ["NODE_COMPILE_CACHE", "/cache"],
    ])
      expect(has(words, "--setenv", name ?? "", value ?? ""), name).toBe(true);
  });

  test.each<[Protection, string[], boolean]>([
    ["calls", ["--seccomp", "3"], false],
    ["environment", ["--clearenv"], false],
    ["network", ["--share-net"], true],
    ["files", ["--ro-bind", "/", "/host"], true],
    ["storage", ["--tmpfs", "/scratch/work"], false],
  ])("without the protection of %s differs in %j", (protection, part, isThere) => {
    const { words, launcher, options, folders } = launch([protection]);
    expect(has(words, ...part)).toBe(isThere);
    expect(has(words, "--bind", folders.outDir, "/scratch/out")).toBe(protection === "storage");
    expect(launcher.worksInMemory).toBe(protection !== "storage");
    expect(Object.keys(options.env ?? {}).length > 1).toBe(protection === "environment");
  });

  test("mounts folders of compiled code one by one, or the whole cache to write for the process that fills it", () => {
    const at = place();
    const compiled = join(cacheDir, "compiled");
    mkdirSync(join(compiled, "v24"), { recursive: true });
    writeFileSync(join(compiled, "loose"), "");
    const { launch } = bubblewrapLauncher(at.options);
    launch(at.plan);
    expect(has(launched().words, "--ro-bind", join(compiled, "v24"), "/cache/v24")).toBe(true);
    expect(launched().words.some((word) => word.includes("loose"))).toBe(false);
    launch({ ...at.plan, fillsCompileCache: true });
    expect(has(launched().words, "--bind", compiled, "/cache")).toBe(true);
  });

  test("mounts LibreOffice where it is outside of the system's folders", () => {
    expect(has(launch([], {}, "/opt/office/program").words, "--ro-bind", "/opt/office", "/opt/office")).toBe(true);
    const inSystem = launch([], {}, "/usr/lib/libreoffice/program").words;
    expect(has(inSystem, "--ro-bind", "/usr/lib/libreoffice", "/usr/lib/libreoffice")).toBe(false);
  });

  test("replaces the registry of languages by a shorter one where there is one", () => {
    expect(launch().words).not.toContain("/usr/registry.xml");
    machine.languages = "/cache/short.xml";
    expect(has(launch().words, "--ro-bind", "/cache/short.xml", "/usr/registry.xml")).toBe(true);
  });

  test("keeps results on the disk, and its working folder there until it has one in memory", () => {
    const { launcher, folders } = launch();
    const storage = launcher.storage(2 ** 30, folders);
    expect([storage.onDisk, storage.canDelete, storage.inMemory(), storage.workDir()]).toEqual([
      [folders.outDir],
      false,
      [],
      folders.workDir,
    ]);
    expect(launch(["storage"]).launcher.storage(process.pid, folders).inMemory()).toEqual([]);
  });

  test.runIf(isRoot)("is started as another user, to whom the folders belong, where there is one", () => {
    const at = place([], { next: () => user, note: "a note" });
    const launcher = bubblewrapLauncher(at.options);
    launcher.launch({ ...at.plan, fillsCompileCache: true });
    expect(launched().words.slice(3, 8)).toEqual([
      "--",
      "setpriv",
      `--reuid=${user}`,
      `--regid=${user}`,
      "--clear-groups",
    ]);
    expect([statSync(at.folders.workDir).uid, statSync(join(at.folders.outDir, "1")).uid]).toEqual([user, user]);
    expect(statSync(join(cacheDir, "compiled")).uid).toBe(user);
    expect(launcher.notes).toEqual(["a note"]);
    expect(bubblewrapLauncher(place().options).notes).toEqual([]);
  });

  test("has its filter and its folder for compiled code in the cache, for every user to read", () => {
    bubblewrapLauncher(place().options);
    const path = join(cacheDir, `filter-${thisProcessor()}.bpf`);
    expect(readFileSync(path)).toEqual(seccompFilter(thisProcessor()));
    expect([path, join(cacheDir, "compiled")].map((each) => statSync(each).mode & 0o777)).toEqual([0o644, 0o755]);
  });
});

describe("Landlock", () => {
  function launch(
    without: Protection[] = [],
    different: Partial<LaunchPlan> = {},
    users = noUsers,
    office: string | null = null,
  ) {
    const at = place(without, users, office);
    const launcher = landlockLauncher(at.options);
    launcher.launch({ ...at.plan, ...different });
    const found = launched();
    return { ...at, ...found, launcher, confined: JSON.parse(found.words.at(-1) ?? "") as ConfinePlan };
  }

  test("is started with limits, and told what may be read, written and run", () => {
    const { command, words, options, confined, folders, plan } = launch();
    expect([command, options.cwd, options.detached]).toEqual(["prlimit", folders.workDir, true]);
    expect(words.slice(0, 4)).toEqual(["--core=0", "--nofile=1024", "--fsize=536870912", "--"]);
    expect(words.includes("setpriv")).toBe(isRoot);
    expect(confined.parent).toBe(process.pid);
    expect(existsSync(confined.filterPath)).toBe(true);
    expect(readFileSync(confined.filterPath)).toEqual(seccompFilter(thisProcessor(), { sharesMachine: true }));
    expect(confined.readable).toEqual(expect.arrayContaining([folders.inDir, "/dev/urandom", "/proc/meminfo"]));
    expect(confined.writable).toEqual([folders.workDir, folders.outDir, folders.homeDir, "/dev/null"]);
    expect(confined.command.at(-1)).toBe(JSON.stringify(plan.start(folders)));
    expect(confined.command.at(-2)?.endsWith("/engine/program.ts")).toBe(true);
    expect(options.env).toMatchObject({ TZ: "Europe/London", HOME: folders.homeDir, OPENSSL_CONF: "/dev/null" });
    expect(options.env).not.toHaveProperty("LOGNAME");
  });

  test("reads the compile cache, or writes it in the process that fills it", () => {
    const usual = launch();
    const compiled = join(cacheDir, "compiled");
    expect(usual.confined.readable).toContain(compiled);
    expect(usual.options.env).toMatchObject({ NODE_COMPILE_CACHE: compiled });
    const filling = launch([], { fillsCompileCache: true });
    expect(filling.confined.readable).not.toContain(compiled);
    expect(filling.confined.writable).toContain(compiled);
  });

  test("reads LibreOffice's folder where there is one, and has the variables of this process without that protection", () => {
    expect(launch([], {}, noUsers, "/opt/office/program").confined.readable).toContain("/opt/office");
    vi.stubEnv("SHEAF_SECRET", "a");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(launch(["environment"]).options.env).toMatchObject({ SHEAF_SECRET: "a" });
    expect(launch().options.env).not.toHaveProperty("SHEAF_SECRET");
    expect(launch(["files", "calls"]).confined.without).toEqual(["files", "calls"]);
  });

  test("works on the disk, where files can be deleted unless that is not watched", () => {
    const { launcher, folders } = launch();
    const { onDisk, canDelete } = launcher.storage(1, folders);
    expect([launcher.worksInMemory, onDisk, canDelete]).toEqual([
      false,
      [folders.workDir, folders.outDir, folders.homeDir],
      true,
    ]);
    expect(launch(["storage"]).launcher.storage(1, folders).canDelete).toBe(false);
  });

  test.runIf(isRoot)("limits the threads of another user, who has no compile cache", () => {
    const { words, confined, options, folders } = launch([], {}, { next: () => user, note: null });
    expect(words[0]).toBe("--nproc=512");
    expect(words).toContain(`--reuid=${user}`);
    expect(confined.readable.some((path) => path.endsWith("/compiled"))).toBe(false);
    expect(options.env).not.toHaveProperty("NODE_COMPILE_CACHE");
    expect(statSync(folders.workDir).uid).toBe(user);
    expect(launch().words.some((word) => word.startsWith("--nproc"))).toBe(false);
  });

  const [network, signals, own] = ["no network rules", "end processes of Sheaf's own user", "as Sheaf's own user"];
  test.each<[number, SandboxUsers, string[]]>([
    [3, noUsers, [network, signals, own]],
    [4, noUsers, [signals, own]],
    [5, noUsers, [signals, own]],
    [6, noUsers, [own]],
    [5, { next: () => user, note: null }, []],
    [1, { next: () => user, note: null }, [network]],
    [6, { next: null, note: "a note" }, ["a note"]],
  ])("of the version %i notes what is weaker than it could be", (version, users, parts) => {
    machine.landlock = version;
    const [first, ...notes] = landlockLauncher(place([], users).options).notes;
    expect(first).toContain("hides less than bubblewrap");
    expect(notes).toHaveLength(parts.length);
    for (const [at, part] of parts.entries()) expect(notes[at]).toContain(part);
  });

  test.each([0, -1])("is refused by a kernel that answers %i for its version", (version) => {
    machine.landlock = version;
    expect(() => landlockLauncher(place().options)).toThrow("no Landlock");
  });
});
