/** Processors for which a filter exists. On others no sandbox is made, rather than one without a filter. */
export type Processor = "x64" | "arm64";

/** AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64 of linux/audit.h. */
const auditArch = { x64: 0xc000003e, arm64: 0xc00000b7 } as const satisfies Record<Processor, number>;

/**
 * Calls that no converter needs and that have been used to escape from sandboxes: [x86-64, arm64], null when the
 * processor does not have the call. `connect` is listed because sockets in the file system (PostgreSQL's, Docker's) are
 * reachable without a network.
 */
const denied: Record<string, readonly [number, number | null]> = {
  acct: [163, 89],
  add_key: [248, 217],
  adjtimex: [159, 171],
  bpf: [321, 280],
  chroot: [161, 51],
  clock_adjtime: [305, 266],
  clock_settime: [227, 112],
  connect: [42, 203],
  delete_module: [176, 106],
  finit_module: [313, 273],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fsopen: [430, 430],
  fspick: [433, 433],
  init_module: [175, 105],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
  ioperm: [173, null],
  iopl: [172, null],
  kcmp: [312, 272],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  lookup_dcookie: [212, 18],
  mbind: [237, 235],
  memfd_create: [319, 279], // the watchdog would not see memory that no process maps
  memfd_secret: [447, 447],
  migrate_pages: [256, 238],
  modify_ldt: [154, null],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  move_pages: [279, 239],
  mq_getsetattr: [245, 185],
  mq_notify: [244, 184],
  mq_open: [240, 180],
  mq_timedreceive: [243, 183],
  mq_timedsend: [242, 182],
  mq_unlink: [241, 181],
  msgctl: [71, 187],
  msgget: [68, 186],
  msgrcv: [70, 188],
  msgsnd: [69, 189],
  name_to_handle_at: [303, 264],
  nfsservctl: [180, 42],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  perf_event_open: [298, 241],
  personality: [135, 92],
  pidfd_getfd: [438, 438],
  pivot_root: [155, 41],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  reboot: [169, 142],
  request_key: [249, 218],
  semctl: [66, 191],
  semget: [64, 190],
  semop: [65, 193],
  semtimedop: [220, 192],
  sendmmsg: [307, 269],
  sendmsg: [46, 211], // can pass an open file through a socket, where the watchdog cannot see it
  setdomainname: [171, 162],
  sethostname: [170, 161],
  setns: [308, 268],
  setsockopt: [54, 208], // could enlarge the buffer of a socket
  settimeofday: [164, 170],
  shmat: [30, 196],
  shmctl: [31, 195],
  shmdt: [67, 197],
  shmget: [29, 194], // shared memory of the machine, which remains when the sandboxed process has ended
  swapoff: [168, 225],
  swapon: [167, 224],
  syslog: [103, 116],
  umount2: [166, 39],
  unshare: [272, 97],
  uselib: [134, null],
  userfaultfd: [323, 282],
  vhangup: [153, 58],
  vmsplice: [278, 75],
};
/**
 * Calls that do nothing and report success: files of a sandboxed process do not have to survive a power failure, and
 * waiting for disks is slow.
 */
const pretended: Record<Processor, readonly number[]> = {
  x64: [74, 75, 162, 277, 306], // fsync, fdatasync, sync, sync_file_range, syncfs
  arm64: [82, 83, 81, 84, 267],
};
/**
 * Refused for a sandboxed process without its own namespaces: it is ended by its process group, so no process may leave
 * the group.
 */
const changesGroup: Record<Processor, readonly number[]> = { x64: [109, 112], arm64: [154, 157] }; // setpgid, setsid
/** Calls that change the owner, mode, times or extended attributes of a file, which Landlock does not restrict. */
const changesAttributes: Record<Processor, readonly number[]> = {
  // chmod, fchmod, chown, fchown, lchown, utime, utimes, fchownat, futimesat, fchmodat, utimensat, fchmodat2, then
  // *setxattr, *removexattr
  x64: [90, 91, 92, 93, 94, 132, 235, 260, 261, 268, 280, 452, 188, 189, 190, 197, 198, 199],
  arm64: [52, 53, 54, 55, 88, 452, 5, 6, 7, 14, 15, 16],
};
const clone = { x64: 56, arm64: 220 } as const;
/**
 * Calls that are reported as not implemented, so that the C library uses other calls. `clone3` has its flags in memory,
 * which a filter cannot read; `close_range` can give a thread its own table of open files, which the watchdog does not
 * examine.
 */
const notImplemented = [435, 436];
/**
 * Can allocate any number of disk blocks at once, faster than the watchdog checks. When it is refused, the C library
 * writes zeros instead.
 */
const fallocate = { x64: 285, arm64: 47 } as const;
const mmap = { x64: 9, arm64: 222 } as const;
const fcntl = { x64: 72, arm64: 25 } as const;
const prctl = { x64: 157, arm64: 167 } as const;
const socketCalls = { x64: [41, 53], arm64: [198, 199] } as const;

const AF_UNIX = 1;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET of linux/sched.h. */
const namespaceFlags = 0x7e020000;
/** CLONE_THREAD and CLONE_FILES: a thread must share its process's table of open files, which the watchdog examines. */
const threadFlag = 0x10000;
const filesFlag = 0x400;
/**
 * MAP_SHARED and MAP_ANONYMOUS of linux/mman.h: such memory remains allocated when its pages are released, without
 * being counted for any process.
 */
const sharedMemory = 0x21;
/** F_SETPIPE_SZ of linux/fcntl.h: data in a pipe is not counted for any process. */
const F_SETPIPE_SZ = 1031;
/**
 * PR_SET_PDEATHSIG, PR_SET_DUMPABLE and PR_SET_CHILD_SUBREAPER of linux/prctl.h. These options ensure that a sandboxed
 * process is killed when the engine exits, can be inspected, and keeps its orphans.
 */
const reservedOption = { deathSignal: 1, dumpable: 4, childSubreaper: 36 } as const;
/** The first call number of the x32 ABI of x86-64. Only attacks on filters use it. */
const x32Bit = 0x40000000;

/** Offsets in struct seccomp_data, little endian. */
const at = { number: 0, arch: 4, firstArgument: 16, secondArgument: 24, fourthArgument: 40 } as const;
/**
 * Instruction codes of linux/bpf_common.h: load a word, jump if equal, if greater or equal, if any bit is set, keep
 * some bits, return.
 */
const code = { load: 0x20, equal: 0x15, atLeast: 0x35, anyBit: 0x45, keepBits: 0x54, give: 0x06 } as const;
/** Return values of linux/seccomp.h; EPERM is 1, ENOSYS 38, EOPNOTSUPP 95. */
const give = {
  allow: 0x7fff0000,
  pretend: 0x00050000,
  refuse: 0x00050001,
  notImplemented: 0x00050026,
  notSupported: 0x0005005f,
  kill: 0x80000000,
} as const;

type Label = keyof typeof give | "clone" | "cloneThread" | "socket" | "mmap" | "fcntl" | "prctl";
type Line = { label: Label } | { code: number; value: number; yes?: Label; no?: Label };

/**
 * Returns the system call filter of every sandbox as a classic BPF program, for `bwrap --seccomp` and seccomp(2).
 * Refused calls return EPERM, so that a library that only tries a call continues; calls of a foreign ABI kill the
 * process.
 * @param options.sharesMachine for a sandboxed process without its own namespaces
 */
export function seccompFilter(processor: Processor, { sharesMachine = false } = {}): Buffer {
  const column = processor === "x64" ? 0 : 1;
  const numbers = [
    ...Object.values(denied).flatMap((numbersOfCall) => numbersOfCall[column] ?? []),
    ...(sharesMachine ? changesGroup[processor] : []),
  ];
  const harmless = [...pretended[processor], ...(sharesMachine ? changesAttributes[processor] : [])];
  const jumps = (values: readonly number[], yes: Label): Line[] =>
    values.map((value) => ({ code: code.equal, value, yes }));
  return assembleBpf([
    { code: code.load, value: at.arch },
    { code: code.equal, value: auditArch[processor], no: "kill" },
    { code: code.load, value: at.number },
    { code: code.atLeast, value: x32Bit, yes: "kill" },
    ...jumps(numbers, "refuse"),
    ...jumps(harmless, "pretend"),
    ...jumps(socketCalls[processor], "socket"),
    ...jumps(notImplemented, "notImplemented"),
    { code: code.equal, value: fallocate[processor], yes: "notSupported" },
    { code: code.equal, value: mmap[processor], yes: "mmap" },
    { code: code.equal, value: fcntl[processor], yes: "fcntl" },
    { code: code.equal, value: prctl[processor], yes: "prctl" },
    { code: code.equal, value: clone[processor], yes: "clone", no: "allow" },
    { label: "clone" },
    { code: code.load, value: at.firstArgument },
    { code: code.anyBit, value: namespaceFlags, yes: "refuse" },
    { code: code.anyBit, value: threadFlag, yes: "cloneThread", no: "allow" },
    { label: "cloneThread" },
    { code: code.anyBit, value: filesFlag, yes: "allow", no: "refuse" },
    { label: "mmap" },
    { code: code.load, value: at.fourthArgument },
    { code: code.keepBits, value: sharedMemory },
    { code: code.equal, value: sharedMemory, yes: "refuse", no: "allow" },
    { label: "fcntl" },
    { code: code.load, value: at.secondArgument },
    { code: code.equal, value: F_SETPIPE_SZ, yes: "refuse", no: "allow" },
    { label: "prctl" },
    { code: code.load, value: at.firstArgument },
    { code: code.equal, value: reservedOption.deathSignal, yes: "refuse" },
    { code: code.equal, value: reservedOption.dumpable, yes: "refuse" },
    { code: code.equal, value: reservedOption.childSubreaper, yes: "refuse", no: "allow" },
    { label: "socket" },
    { code: code.load, value: at.firstArgument },
    { code: code.equal, value: AF_UNIX, yes: "allow", no: "refuse" },
    ...(Object.keys(give) as (keyof typeof give)[]).flatMap((label): Line[] => [
      { label },
      { code: code.give, value: give[label] },
    ]),
  ]);
}

/**
 * struct sock_filter: u16 code, u8 jump if true, u8 jump if false (both count forward from the next line), u32 value.
 */
function assembleBpf(lines: Line[]): Buffer {
  const positions = new Map<Label, number>();
  let count = 0;
  for (const line of lines) {
    if ("label" in line) positions.set(line.label, count);
    else count += 1;
  }
  const program = Buffer.alloc(count * 8);
  let position = 0;
  for (const line of lines) {
    if ("label" in line) continue;
    const jump = (label: Label | undefined) => (label ? (positions.get(label) ?? Number.NaN) - position - 1 : 0);
    program.writeUInt16LE(line.code, position * 8);
    program.writeUInt8(jump(line.yes), position * 8 + 2);
    program.writeUInt8(jump(line.no), position * 8 + 3);
    program.writeUInt32LE(line.value, position * 8 + 4);
    position += 1;
  }
  return program;
}

/** @throws Error when no filter exists for this machine's processor */
export function thisProcessor(): Processor {
  if (process.arch === "x64" || process.arch === "arm64") return process.arch;
  throw new Error(`No system call filter is known for the processor "${process.arch}".`);
}
