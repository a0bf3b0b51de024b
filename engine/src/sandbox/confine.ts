/**
 * Started by `landlock.ts`: gives up permanently every right that a sandboxed process must not have, then replaces
 * itself by the sandboxed process's program. It exits when a right cannot be given up, so that no document is opened
 * with less protection than configured.
 */
import { closeSync, constants, existsSync, openSync, readFileSync, statSync } from "node:fs";
import koffi from "koffi";
import type { Protection } from "./launcher.ts";

/** The argument of this program, as JSON. */
export interface ConfinePlan {
  /** Process id of the engine. The sandboxed process is killed when the engine exits. */
  parent: number;
  /** The system call filter, a classic BPF program. */
  filterPath: string;
  /** Files and folders that may be read and executed; missing ones are ignored. */
  readable: string[];
  writable: string[];
  without: readonly Protection[];
  /** Program and arguments. */
  command: string[];
}

/** Numbers of linux/landlock.h's system calls, the same on every processor. */
const landlock = { createRuleset: 444, addRule: 445, restrictSelf: 446 } as const;
/** linux/prctl.h */
const prctl = { setDeathSignal: 1, setSeccomp: 22, setNoNewPrivs: 38, setChildSubreaper: 36 } as const;
/** F_SETFD of fcntl.h */
const setDescriptorFlags = 2;
const SIGKILL = 9;
const SECCOMP_MODE_FILTER = 2;
/** O_PATH of asm-generic/fcntl.h, which Node does not define. */
const O_PATH = 0o10000000;
/** LANDLOCK_ACCESS_FS_*: execute, write, read file, read folder, and two that later versions added. */
const access = { execute: 1, writeFile: 2, readFile: 4, readDir: 8, truncate: 1 << 14, ioctl: 1 << 15 } as const;
const firstVersion = (1 << 13) - 1;
const refer = 1 << 13;
/** LANDLOCK_ACCESS_NET_BIND_TCP and CONNECT_TCP; LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET and SIGNAL. */
const network = 3;
const scopes = 3;

const libc = koffi.load(null);
/** syscall(2) with the signatures of the Landlock calls, for which the C library has no functions. */
const createRuleset = libc.func("syscall", "long", ["long", "const void*", "size_t", "uint32_t"]);
const addRule = libc.func("syscall", "long", ["long", "int", "int", "const void*", "uint32_t"]);
const restrictSelf = libc.func("syscall", "long", ["long", "int", "uint32_t"]);
const control = libc.func("prctl", "int", ["int", "unsigned long", "const void*", "unsigned long", "unsigned long"]);
const setFlags = libc.func("fcntl", "int", ["int", "int", "int"]);
const execve = libc.func("execve", "int", ["const char*", "const char**", "const char**"]);

function check(result: number, what: string): number {
  if (result >= 0) return result;
  throw new Error(`${what} was refused (error ${koffi.errno()}).`);
}

const plan = JSON.parse(process.argv[2] ?? "{}") as ConfinePlan;
check(control(prctl.setNoNewPrivs, 1, null, 0, 0), "Giving up new privileges");
check(control(prctl.setChildSubreaper, 1, null, 0, 0), "Keeping orphans");
check(control(prctl.setDeathSignal, SIGKILL, null, 0, 0), "Ending with the engine");
if (process.ppid !== plan.parent) throw new Error("The engine has ended.");
const filter = readFileSync(plan.filterPath);
restrictFiles(plan);
// Node sets the close-on-exec flag of its standard streams; exec would close them.
for (const descriptor of [0, 1, 2]) check(setFlags(descriptor, setDescriptorFlags, 0), "Keeping the pipes");
if (!plan.without.includes("calls")) restrictCalls(filter);
const [program = ""] = plan.command;
const variables = Object.entries(process.env).map(([name, value]) => `${name}=${value}`);
execve(program, [...plan.command, null], [...variables, null]);
throw new Error(`${program} could not be started (error ${koffi.errno()}).`);

/** Applies Landlock's rules to this thread, which is the one that executes the program. */
function restrictFiles({ readable, writable, without }: ConfinePlan): void {
  const version = createRuleset(landlock.createRuleset, null, 0, 1);
  if (version < 1) throw new Error("This kernel has no Landlock.");
  const all =
    firstVersion |
    (version >= 2 ? refer : 0) |
    (version >= 3 ? access.truncate : 0) |
    (version >= 5 ? access.ioctl : 0);
  const ruleset = Buffer.alloc(24);
  ruleset.writeBigUInt64LE(BigInt(all), 0);
  ruleset.writeBigUInt64LE(BigInt(version >= 4 && !without.includes("network") ? network : 0), 8);
  ruleset.writeBigUInt64LE(BigInt(version >= 6 ? scopes : 0), 16);
  const size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const rules = check(createRuleset(landlock.createRuleset, ruleset, size, 0), "Landlock");
  const reading = access.execute | access.readFile | access.readDir;
  for (const path of without.includes("files") ? ["/"] : readable) allow(rules, path, reading);
  for (const path of writable) allow(rules, path, all & ~access.execute);
  check(restrictSelf(landlock.restrictSelf, rules, 0), "Landlock");
}

function allow(rules: number, path: string, allowed: number): void {
  if (!existsSync(path)) return;
  const forFiles = access.execute | access.writeFile | access.readFile | access.truncate | access.ioctl;
  const descriptor = openSync(path, O_PATH | constants.O_RDONLY);
  const rule = Buffer.alloc(12); // struct landlock_path_beneath_attr is packed
  rule.writeBigUInt64LE(BigInt(statSync(path).isDirectory() ? allowed : allowed & forFiles), 0);
  rule.writeInt32LE(descriptor, 8);
  check(addRule(landlock.addRule, rules, 1, rule, 0), `Landlock's rule for ${path}`);
  closeSync(descriptor);
}

function restrictCalls(program: Buffer): void {
  const header = Buffer.alloc(16); // struct sock_fprog
  header.writeUInt16LE(program.length / 8, 0);
  header.writeBigUInt64LE(koffi.address(program), 8);
  check(control(prctl.setSeccomp, SECCOMP_MODE_FILTER, header, 0, 0), "The system call filter");
}
