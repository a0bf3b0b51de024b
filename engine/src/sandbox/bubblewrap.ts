import { spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { MB } from "@sheaf/contracts/limits.ts";
import { limitArguments, projectParts, systemFolders } from "./host-folders.ts";
import { languageRegistry, shortLanguageRegistry } from "./language-tags.ts";
import { makeCache, type SandboxOptions, sandboxEnvironment } from "./launch-parts.ts";
import type { Launcher, LaunchPlan } from "./launcher.ts";
import { memoryFileSystems } from "./memory-file-systems.ts";
import { sandboxNodeOptions } from "./node-options.ts";
import { projectDir } from "./project-dir.ts";
import { chownCompileCache, chownFolders, setprivArguments } from "./sandbox-user.ts";

const words = (text: string): string[] => text.split(" ");
const namespaces = [
  ...words("--unshare-all --unshare-user --disable-userns --uid 1000 --gid 1000"),
  ...words("--hostname sandbox --die-with-parent --cap-drop ALL"),
];
const symbolicLinks = words("--symlink usr/lib /lib --symlink usr/lib64 /lib64 --symlink usr/bin /bin");
/**
 * Replaces /dev/zero by /dev/null: shared memory mapped from the real /dev/zero would stay allocated after its pages
 * are released, without being counted for any process.
 */
const zeroDevice = words("--dev-bind /dev/null /dev/zero");
const devices = words(`--proc /proc --dev /dev --size ${64 * MB} --tmpfs /dev/shm --remount-ro /dev`);

/** Descriptor of the system call filter in bubblewrap's process; 0 to 2 are the pipes. */
const filterDescriptor = 3;

const inside = {
  inDir: "/scratch/in",
  workDir: "/scratch/work",
  outDir: "/scratch/out",
  homeDir: "/tmp/home",
} as const;
const insideCompileCache = "/cache";
/** All file systems that a sandboxed process can write to, besides its results. */
const fileSystemsInMemory = [inside.workDir, "/tmp", "/dev/shm"] as const;

/**
 * Starts each sandboxed process in its own namespaces: no network, no host files except programs and fonts (read-only),
 * no environment variables, no capabilities, a system call filter, a limit on the size of a file. The process works in
 * memory; on disk it can only write to the files for its results, and cannot delete them. The watchdog limits memory
 * and time.
 * @throws Error when no filter is known for the processor
 */
export function bubblewrapLauncher({ cacheDir, officeProgramDir, users, without = [] }: SandboxOptions): Launcher {
  const { compileCacheDir, filterPath } = makeCache(cacheDir, "filter");
  const node = realpathSync(process.execPath);
  const languages = shortLanguageRegistry(cacheDir);
  const worksInMemory = !without.includes("storage");

  return {
    kind: "bubblewrap",
    notes: users.note === null ? [] : [users.note],
    worksInMemory,
    storage(pid, { outDir, workDir }) {
      const rooms = worksInMemory ? memoryFileSystems(pid, fileSystemsInMemory) : () => [];
      return { onDisk: [outDir], canDelete: false, inMemory: rooms, workDir: () => rooms()[0] ?? workDir };
    },
    launch(plan) {
      const filterFile = openSync(filterPath, "r");
      try {
        const user = users.next?.() ?? null;
        if (user !== null) chownFolders(plan.folders, user, plan.results);
        if (user !== null && plan.fillsCompileCache) chownCompileCache(compileCacheDir, user);
        const command = ["bwrap", ...sandboxArguments(plan), "--", ...program(plan)];
        const asNobody = user === null ? command : ["setpriv", ...setprivArguments(user), "--", ...command];
        return spawn("prlimit", [...limitArguments, "--", ...asNobody], {
          stdio: ["pipe", "pipe", "pipe", filterFile],
          detached: true, // its own session: without a terminal, and scheduled as a group of its own
          env: { PATH: process.env.PATH ?? "/usr/bin:/bin", ...(without.includes("environment") ? process.env : {}) },
        });
      } finally {
        closeSync(filterFile);
      }
    },
  };

  function program(plan: LaunchPlan): string[] {
    const start = JSON.stringify(plan.start(inside));
    return ["/app/node", ...sandboxNodeOptions, `/app/${plan.program}`, start];
  }

  function sandboxArguments({ folders, timeZone, storageBytes, results, fillsCompileCache }: LaunchPlan): string[] {
    const home = officeProgramDir ? dirname(officeProgramDir) : null;
    return [
      ...(without.includes("calls") ? [] : ["--seccomp", String(filterDescriptor)]),
      ...(without.includes("environment") ? [] : ["--clearenv"]),
      ...namespaces,
      ...(without.includes("network") ? ["--share-net"] : []),
      ...Object.entries(environment(timeZone)).flatMap(([name, value]) => ["--setenv", name, value]),
      ...systemFolders().flatMap((path) => ["--ro-bind-try", path, path]),
      ...(languages ? readOnly(languages, languageRegistry) : []),
      ...(home && !home.startsWith("/usr/lib") ? readOnly(home, home) : []),
      ...symbolicLinks,
      ...devices,
      ...zeroDevice,
      ...inMemory(storageBytes, "/tmp"),
      "--dir",
      inside.homeDir,
      ...projectParts.flatMap((name) => readOnly(join(projectDir, name), `/app/${name}`)),
      ...readOnly(node, "/app/node"),
      ...(fillsCompileCache ? writable(compileCacheDir, insideCompileCache) : compiledCode(compileCacheDir)),
      ...readOnly(folders.inDir, inside.inDir),
      ...(worksInMemory ? inMemory(storageBytes, inside.workDir) : onDisk(folders)),
      ...results.flatMap((name) => writable(join(folders.outDir, name), join(inside.outDir, name))),
      ...(without.includes("files") ? readOnly("/", "/host") : []),
      "--chdir",
      inside.workDir,
      "--remount-ro",
      "/",
    ];
  }
}

const readOnly = (path: string, within: string): string[] => ["--ro-bind", path, within];
const writable = (path: string, within: string): string[] => ["--bind", path, within];
const inMemory = (bytes: number, within: string): string[] => ["--size", String(bytes), "--tmpfs", within];

/**
 * Mounts the folders of compiled code one by one. Node makes its folder in the cache when it starts, and tries forever
 * when the cache was deleted meanwhile, as that of a worker that was killed is: a mounted folder exists in any case.
 */
const compiledCode = (compileCacheDir: string): string[] =>
  readdirSync(compileCacheDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readOnly(join(compileCacheDir, name), join(insideCompileCache, name)));

const onDisk = ({ workDir, outDir }: LaunchPlan["folders"]): string[] => [
  ...writable(workDir, inside.workDir),
  ...writable(outDir, inside.outDir),
];

const environment = (timeZone: string) => ({
  ...sandboxEnvironment(inside.homeDir, timeZone),
  TMPDIR: "/tmp",
  NODE_COMPILE_CACHE: insideCompileCache,
});
