import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { conversionLimits, MB } from "@sheaf/contracts/limits.ts";
import type { Launcher, LaunchPlan } from "./launcher.ts";
import { seccompFilter, thisProcessor } from "./seccomp.ts";

/** engine/src/sandbox → the project, whose three folders below are all that a cell sees of it. */
export const projectDir = realpathSync(join(import.meta.dirname, "..", "..", ".."));
const projectParts = ["engine", "contracts", "node_modules"];

/** Folder names of Debian's multiarch layout. */
const multiarch = { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" } as const;

/** Descriptor of the system call filter in bubblewrap's process; 0 to 2 are the pipes. */
const filterDescriptor = 3;

const inside = {
  inDir: "/scratch/in",
  workDir: "/scratch/work",
  outDir: "/scratch/out",
  homeDir: "/tmp/home",
  compileCacheDir: "/cache",
} as const;

export interface BubblewrapOptions {
  /** Folder that holds the filter and compiled code between runs; created when missing. */
  cacheDir: string;
  /** LibreOffice's `program` folder, when it is not below /usr/lib/libreoffice. */
  officeProgramDir: string | null;
}

/**
 * Each cell in namespaces of its own: no network, no host files but programs and fonts (read-only), no environment, no
 * capabilities, a system call filter, limits on single files. Memory and time are the watchdog's.
 * @throws Error where no filter is known for the processor
 */
export function bubblewrapLauncher({ cacheDir, officeProgramDir }: BubblewrapOptions): Launcher {
  const compileCacheDir = join(cacheDir, "compiled");
  mkdirSync(compileCacheDir, { recursive: true });
  const filterPath = join(cacheDir, `filter-${thisProcessor()}.bpf`);
  writeFileSync(`${filterPath}.${process.pid}`, seccompFilter(thisProcessor()));
  renameSync(`${filterPath}.${process.pid}`, filterPath);
  const node = realpathSync(process.execPath);

  return {
    kind: "bubblewrap",
    launch(plan) {
      const filterFile = openSync(filterPath, "r");
      try {
        return spawn("prlimit", [...limitArguments, "bwrap", ...sandboxArguments(plan), "--", ...program(plan)], {
          stdio: ["pipe", "pipe", "pipe", filterFile],
          detached: true,
          env: { PATH: process.env.PATH ?? "/usr/bin:/bin" },
        });
      } finally {
        closeSync(filterFile);
      }
    },
  };

  function program(plan: LaunchPlan): string[] {
    const start = JSON.stringify(plan.start(inside));
    return ["/app/node", "--disable-warning=ExperimentalWarning", "/app/engine/src/sandbox/inside.ts", start];
  }

  function sandboxArguments({ folders, timeZone, fillsCompileCache }: LaunchPlan): string[] {
    const home = officeProgramDir ? dirname(officeProgramDir) : null;
    return [
      ...["--seccomp", String(filterDescriptor)],
      ...["--unshare-all", "--unshare-user", "--disable-userns", "--uid", "1000", "--gid", "1000"],
      ...["--hostname", "cell", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"],
      ...environment({ PATH: "/usr/bin", HOME: inside.homeDir, TMPDIR: "/tmp", LANG: "C.UTF-8", TZ: timeZone }),
      ...environment({ SAL_USE_VCLPLUGIN: "svp" }),
      ...systemFolders().flatMap((path) => ["--ro-bind-try", path, path]),
      ...(home && !home.startsWith("/usr/lib") ? ["--ro-bind", home, home] : []),
      ...["--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64", "--symlink", "usr/bin", "/bin"],
      ...["--proc", "/proc", "--dev", "/dev", "--size", String(64 * MB), "--tmpfs", "/dev/shm", "--remount-ro", "/dev"],
      ...["--size", String(256 * MB), "--tmpfs", "/tmp", "--dir", inside.homeDir],
      ...projectParts.flatMap((name) => ["--ro-bind", join(projectDir, name), `/app/${name}`]),
      ...["--ro-bind", node, "/app/node"],
      ...[fillsCompileCache ? "--bind" : "--ro-bind", compileCacheDir, inside.compileCacheDir],
      ...["--ro-bind", folders.inDir, inside.inDir],
      ...["--bind", folders.workDir, inside.workDir, "--bind", folders.outDir, inside.outDir],
      ...["--chdir", inside.workDir, "--remount-ro", "/"],
    ];
  }
}

/**
 * Per process, inherited by all of a cell. No limit on address space (WebAssembly reserves gigabytes), none on processor
 * time (it would count a whole cell's life), none on processes (it would count all of this user's).
 */
const limitArguments = ["--core=0", "--nofile=1024", `--fsize=${conversionLimits.outputBytes}`, "--"];

function environment(variables: Record<string, string>): string[] {
  return Object.entries(variables).flatMap(([name, value]) => ["--setenv", name, value]);
}

/** Programs, libraries, fonts, locales: nothing that belongs to a person or a service. */
function systemFolders(): string[] {
  const libraries = `/usr/lib/${multiarch[thisProcessor()]}`;
  return [
    ...(existsSync(libraries) ? [libraries] : []),
    "/usr/lib64",
    ...(thisProcessor() === "arm64" ? ["/usr/lib/ld-linux-aarch64.so.1"] : []),
    "/usr/lib/libreoffice",
    "/usr/lib/locale",
    "/usr/share/libreoffice",
    "/usr/share/liblangtag",
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/usr/share/fontconfig",
    "/usr/share/zoneinfo",
    "/usr/bin/qpdf",
    "/etc/fonts",
    "/etc/libreoffice",
    "/var/cache/fontconfig",
    "/var/lib/libreoffice",
  ];
}
