import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import koffi from "koffi";
import type { ConfinePlan } from "./confine.ts";
import { limitArguments, projectParts, systemFolders } from "./host-folders.ts";
import { makeCache, type SandboxOptions, sandboxEnvironment, storageOnDisk } from "./launch-parts.ts";
import type { Launcher, LaunchPlan } from "./launcher.ts";
import { nodeOptions, sandboxNodeOptions } from "./node-options.ts";
import { projectDir } from "./project-dir.ts";
import { chownFolders, type SandboxUsers, setprivArguments } from "./sandbox-user.ts";

/**
 * Maximum number of threads of one sandboxed process; Node's two processes and LibreOffice have about 40. The kernel
 * counts them by user, so the limit applies only when the sandboxed process has its own user.
 */
const maxThreads = 512;

/**
 * Paths that bubblewrap replaces or omits. LibreOffice accepts a missing folder of extensions, but treats one without
 * read permission as an error.
 */
const extraReadable = ["/dev/urandom", "/dev/random", "/dev/zero", "/proc/meminfo", "/var/spool/libreoffice"];

/**
 * Starts each sandboxed process with Landlock rules for files and network and a system call filter, in the namespaces
 * of the machine: for systems that do not allow new namespaces. The process can see which files and processes exist,
 * but can open only its own.
 * @throws Error when no filter is known for the processor, or when the kernel has no Landlock
 */
export function landlockLauncher({ cacheDir, officeProgramDir, users, without = [] }: SandboxOptions): Launcher {
  const { compileCacheDir, filterPath } = makeCache(cacheDir, "filter-landlock", { sharesMachine: true });
  const node = realpathSync(process.execPath);

  return {
    kind: "landlock",
    notes: notesOn(landlockVersion(), users),
    worksInMemory: false,
    storage: (_pid, folders) => storageOnDisk(folders, !without.includes("storage")),
    launch(plan) {
      const user = users.next?.() ?? null;
      if (user !== null) chownFolders(plan.folders, user, plan.results);
      const threads = user === null ? [] : [`--nproc=${maxThreads}`];
      return spawn(
        "prlimit",
        [
          ...threads,
          ...limitArguments,
          "--",
          ...(process.getuid?.() === 0 ? ["setpriv", ...setprivArguments(user), "--"] : []),
          node,
          ...nodeOptions,
          join(projectDir, "engine", "src", "sandbox", "confine.ts"),
          JSON.stringify(confinement(plan, user)),
        ],
        {
          stdio: ["pipe", "pipe", "pipe"],
          detached: true,
          cwd: plan.folders.workDir,
          env: {
            ...(without.includes("environment") ? process.env : {}),
            ...sandboxEnvironment(plan.folders.homeDir, plan.timeZone),
            OPENSSL_CONF: "/dev/null", // Node exits when an existing OpenSSL configuration is not readable
            ...compileCache(user),
          },
        },
      );
    },
  };

  /** Node keeps its compile cache per user, so it is of no use for a user that is new each time. */
  function compileCache(user: number | null): Record<string, string> {
    return user === null ? { NODE_COMPILE_CACHE: compileCacheDir } : {};
  }

  function confinement({ folders, start, program, fillsCompileCache }: LaunchPlan, user: number | null): ConfinePlan {
    const office = officeProgramDir ? [dirname(officeProgramDir)] : [];
    const cached = Object.values(compileCache(user));
    return {
      parent: process.pid,
      filterPath,
      readable: [
        ...systemFolders(),
        ...office,
        ...projectParts.map((name) => join(projectDir, name)),
        node,
        folders.inDir,
        ...extraReadable,
        ...(fillsCompileCache ? [] : cached),
      ],
      writable: [folders.workDir, folders.outDir, folders.homeDir, "/dev/null", ...(fillsCompileCache ? cached : [])],
      without,
      command: [node, ...sandboxNodeOptions, join(projectDir, program), JSON.stringify(start(folders))],
    };
  }
}

/** @throws Error when the kernel has no Landlock or it is disabled */
function landlockVersion(): number {
  const createRuleset = koffi.load(null).func("syscall", "long", ["long", "const void*", "size_t", "uint32_t"]);
  const version = Number(createRuleset(createRulesetCall, null, 0, askForVersion));
  if (version >= 1) return version;
  throw new Error("This kernel has no Landlock, or Landlock is switched off (lsm=landlock,…).");
}

/** Constants of linux/landlock.h, the same on every processor. */
const createRulesetCall = 444;
const askForVersion = 1;

function notesOn(version: number, { next, note }: SandboxUsers): string[] {
  const notes = [
    "Documents are opened behind Landlock, which hides less than bubblewrap: they see which processes run.",
  ];
  if (version < 4)
    notes.push(
      "This kernel's Landlock has no network rules: only the system call filter keeps documents off the network.",
    );
  if (version < 6 && next === null)
    notes.push("This kernel's Landlock allows a document to end processes of Sheaf's own user.");
  if (note !== null) notes.push(note);
  else if (next === null) notes.push("Documents are opened as Sheaf's own user, because only root can switch users.");
  return notes;
}
