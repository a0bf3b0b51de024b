/**
 * Attacks that a document might run after taking control of a sandboxed process; runs in place of the normal program.
 * The first line of standard input names the attack as the file to convert. The program never answers; it reports its
 * progress on standard error as one number of bytes a line.
 */
import { spawn } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import koffi from "koffi";
import type { SandboxRequestLine, SandboxStart } from "../sandbox/protocol.ts";

const { workDir, outDir, homeDir } = JSON.parse(process.argv[2] ?? "{}") as SandboxStart;
const tenMegabytes = Buffer.alloc(10 * 2 ** 20, 1);
const hoard: Buffer[] = [];

const libc = koffi.load(null);
const mmap = libc.func("mmap", "void*", ["void*", "size_t", "int", "int", "int", "int64_t"]);
const madvise = libc.func("madvise", "int", ["void*", "size_t", "int"]);
/** linux/mman.h */
const memory = { read: 1, write: 2, shared: 1, private: 2, anonymous: 0x20, populate: 0x8000, dontNeed: 4 } as const;

/** Starts a process that sleeps, with an argument by which the test finds it. */
function sleeper(name: string, detached: boolean): void {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 600_000)", name], { detached, stdio: "ignore" });
  child.on("error", () => {});
  child.unref();
}

/** Calls `take` every few milliseconds and reports the total number of bytes. */
function repeat(take: (count: number) => number): void {
  let total = 0;
  let count = 0;
  setInterval(() => {
    total += take(count++);
    writeSync(2, `${total}\n`);
  }, 5);
}

/**
 * Creates a file in `dir`, fills it and deletes it.
 * @returns its descriptor, which stays open
 */
function deletedFile(dir: string, count: number): number {
  const path = join(dir, `deleted-${count}`);
  const descriptor = openSync(path, "w+");
  writeSync(descriptor, tenMegabytes);
  unlinkSync(path);
  return descriptor;
}

function withoutPause(thread: number): void {
  for (let count = 0; ; count++) deletedFile(folderFor(count), 1_000 * thread + count);
}

/** Folders in which the sandboxed process can create files. */
const storage = [workDir, homeDir];
const folderFor = (count: number) => storage[count % storage.length] ?? workDir;

/**
 * Allocates shared memory and releases its pages, after which it stays allocated without being counted for any process.
 * @returns false when the allocation is refused
 */
function keepShared(flags: number, descriptor: number): boolean {
  const size = tenMegabytes.length;
  const start: unknown = mmap(
    null,
    size,
    memory.read | memory.write,
    flags | memory.shared | memory.populate,
    descriptor,
    0,
  );
  if (!start || koffi.address(start) === 2n ** 64n - 1n) return false;
  madvise(start, size, memory.dontNeed);
  return true;
}

function keepZeroes(): boolean {
  try {
    return keepShared(0, openSync("/dev/zero", "r+"));
  } catch {
    return false;
  }
}

const attacks: Record<string, (token: string) => void> = {
  "never answer": () => {},
  "fill the memory": () => repeat(() => hoard.push(Buffer.alloc(tenMegabytes.length, 1)) && tenMegabytes.length),
  "fill the memory behind its first thread": () => {
    new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), workerData: "fill the memory" });
    const exitThread = process.arch === "x64" ? 60 : 93;
    setTimeout(() => libc.func("syscall", "long", ["long", "int"])(exitThread, 0), 500);
  },
  "take memory at once": () => {
    const size = 2 * 2 ** 30;
    mmap(null, size, memory.read | memory.write, memory.private | memory.anonymous | memory.populate, -1, 0);
  },
  "keep deleted files without a pause": () => {
    for (let thread = 0; thread < 3; thread++) {
      new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), workerData: `without a pause ${thread}` });
    }
  },
  "without a pause 0": () => withoutPause(0),
  "without a pause 1": () => withoutPause(1),
  "without a pause 2": () => withoutPause(2),
  "fill the disk": () => repeat(() => appendAll(workDir)),
  "fill its results": () =>
    repeat((count) => {
      const names = readdirSync(outDir);
      return appendAll(outDir, names[count % names.length]);
    }),
  "make empty files": () => {
    mkdirSync(join(workDir, "many"));
    repeat((count) => {
      for (let index = 0; index < 2_000; index++) writeFileSync(join(workDir, "many", `${count}-${index}`), "");
      return 0;
    });
  },
  "keep deleted files open": () =>
    repeat((count) => {
      if (count >= 100) return 0; // 1 GB is enough for the test
      deletedFile(folderFor(count), count);
      return tenMegabytes.length;
    }),
  "keep deleted files mapped": () =>
    repeat((count) => {
      const descriptor = deletedFile(folderFor(count), count);
      mmap(null, 4096, memory.read, memory.private, descriptor, 0);
      closeSync(descriptor);
      return tenMegabytes.length;
    }),
  "ask for more": () => {
    const failed = `granted: ${succeedingCalls().join(", ") || "nothing"}`;
    writeSync(1, `${JSON.stringify({ failed })}\n`);
  },
  "answer, and go on": () => {
    writeSync(1, `${JSON.stringify({ failed: "for show" })}\n`);
    attacks["fill the memory"]?.("");
  },
  "start many": (token) => {
    for (let count = 0; count < 10; count++) sleeper(token, false);
  },
  "leave the group": (token) => {
    sleeper(token, true);
    sleeper(token, false);
  },
};

function appendAll(dir: string, name = "big"): number {
  appendFileSync(join(dir, name), tenMegabytes);
  return tenMegabytes.length;
}

/**
 * Tries calls that could hold more than the watchdog sees.
 * @returns the names of the calls that succeeded
 */
function succeedingCalls(): string[] {
  const descriptor = openSync(join(workDir, "blocks"), "w+");
  const call = (name: string, types: string[], ...values: unknown[]) => [
    name,
    libc.func(name, "int", types)(...values),
  ];
  const int = (count: number) => Array.from({ length: count }, () => "int");
  const made = 0o1600; // IPC_CREAT, for its owner
  const remove = 0; // IPC_RMID: with Landlock they would remain on the machine
  const shared = call("shmget", ["int", "size_t", "int"], 0, 4096, made);
  const semaphores = call("semget", int(3), 0, 1, made);
  const messages = call("msgget", int(2), 0, made);
  call("shmctl", ["int", "int", "void*"], shared[1], remove, null);
  call("semctl", int(3), semaphores[1], 0, remove);
  call("msgctl", ["int", "int", "void*"], messages[1], remove, null);
  const tried = [
    shared,
    semaphores,
    messages,
    call("memfd_create", ["const char*", "uint32_t"], "more", 0),
    call("fallocate", ["int", "int", "int64_t", "int64_t"], descriptor, 1, 0, 4096),
    ["mmap", keepShared(memory.anonymous, -1) ? 0 : -1],
    ["/dev/zero", keepZeroes() ? 0 : -1],
    call("prctl", ["int", "unsigned long"], 4, 0), // PR_SET_DUMPABLE
    call("prctl", ["int", "unsigned long"], 36, 0), // PR_SET_CHILD_SUBREAPER
  ];
  return tried.filter(([, result]) => Number(result) !== -1).map(([name]) => String(name));
}

if (!isMainThread) attacks[String(workerData)]?.("");
process.stdin.setEncoding("utf8").once("data", (line: string) => {
  const request = JSON.parse(line) as SandboxRequestLine;
  if (request.do === "convert") attacks[request.name]?.(request.file);
});
setInterval(() => {}, 60_000);
