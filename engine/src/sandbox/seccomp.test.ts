import { expect, test } from "vitest";
import { type Processor, seccompFilter } from "./seccomp.ts";

const allow = 0x7fff0000;
const refuse = 0x00050001;
const notImplemented = 0x00050026;
const notSupported = 0x0005005f;
const kill = 0x80000000;

/** Runs the filter program on a struct seccomp_data as the kernel does, and returns its return value. */
function verdict(
  processor: Processor,
  number: number,
  first: number | number[] = 0,
  arch: number = architectures[processor],
  program = seccompFilter(processor),
): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(arch, 4);
  for (const [index, argument] of [first].flat().entries()) data.writeUInt32LE(argument >>> 0, 16 + 8 * index);
  let loaded = 0;
  for (let at = 0; at < program.length; at += 8) {
    const [code, value] = [program.readUInt16LE(at), program.readUInt32LE(at + 4)];
    const jump = (holds: boolean) => program.readUInt8(at + (holds ? 2 : 3)) * 8;
    if (code === 0x20) loaded = data.readUInt32LE(value);
    else if (code === 0x15) at += jump(loaded === value);
    else if (code === 0x35) at += jump(loaded >= value);
    else if (code === 0x45) at += jump((loaded & value) !== 0);
    else if (code === 0x54) loaded &= value;
    else return value;
  }
  throw new Error("The program has no end.");
}

const architectures = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
/**
 * System V's calls and POSIX message queues: shmget, shmat, shmctl, shmdt, semget, semop, semctl, msgget, msgsnd,
 * msgrcv, msgctl, mq_open.
 */
const sharedBetweenProcesses = {
  x64: [29, 30, 31, 67, 64, 65, 66, 68, 69, 70, 71, 240],
  arm64: [194, 196, 195, 197, 190, 193, 191, 186, 189, 188, 187, 180],
} as const;
const calls = {
  x64: { read: 0, connect: 42, socket: 41, ptrace: 101, unshare: 272, clone: 56, clone3: 435, bpf: 321 },
  arm64: { read: 63, connect: 203, socket: 198, ptrace: 117, unshare: 97, clone: 220, clone3: 435, bpf: 280 },
} as const;

test.each(["x64", "arm64"] as const)("on %s ordinary calls pass and dangerous ones are refused", (processor) => {
  const { read, connect, ptrace, unshare, bpf } = calls[processor];

  expect(verdict(processor, read)).toBe(allow);
  for (const number of [connect, ptrace, unshare, bpf]) expect(verdict(processor, number)).toBe(refuse);
});

test.each(["x64", "arm64"] as const)("on %s only Unix domain sockets can be made", (processor) => {
  const [local, internet, netlink] = [1, 2, 16];

  expect(verdict(processor, calls[processor].socket, local)).toBe(allow);
  expect(verdict(processor, calls[processor].socket, internet)).toBe(refuse);
  expect(verdict(processor, calls[processor].socket, netlink)).toBe(refuse);
});

test.each(["x64", "arm64"] as const)("on %s threads can be started, namespaces cannot", (processor) => {
  const [thread, newUser] = [0x003d0f00, 0x10000000];

  expect(verdict(processor, calls[processor].clone, thread)).toBe(allow);
  expect(verdict(processor, calls[processor].clone, newUser)).toBe(refuse);
  expect(verdict(processor, calls[processor].clone3)).toBe(notImplemented);
});

test("fsync and its variants do nothing and report success", () => {
  expect([verdict("x64", 74), verdict("arm64", 82)]).toEqual([0x00050000, 0x00050000]);
});

test("a call with the call numbers of another processor or of x32 kills the process", () => {
  expect(verdict("x64", 0, 0, 0x40000003)).toBe(kill);
  expect(verdict("x64", 0x40000000 + 41)).toBe(kill);
});

test.each([
  ["x64", 112, 90],
  ["arm64", 157, 53],
] as const)(
  "on %s a sandboxed process without namespaces cannot leave its process group or change the mode of a file",
  (processor, setsid, chmod) => {
    const shared = seccompFilter(processor, { sharesMachine: true });
    const ask = (number: number) => verdict(processor, number, 0, architectures[processor], shared);
    expect([ask(setsid), verdict(processor, setsid)]).toEqual([refuse, allow]);
    expect([ask(chmod), verdict(processor, chmod)]).toEqual([0x00050000, allow]);
  },
);

test.each([
  ["x64", { mmap: 9, fcntl: 72, prctl: 157, clone: 56, sendmsg: 46, setsockopt: 54, fallocate: 285 }],
  ["arm64", { mmap: 222, fcntl: 25, prctl: 167, clone: 220, sendmsg: 211, setsockopt: 208, fallocate: 47 }],
] as const)(
  "on %s calls are refused that would hide memory, files or processes from the watchdog",
  (processor, number) => {
    for (const call of sharedBetweenProcesses[processor]) expect(verdict(processor, call)).toBe(refuse);
    expect(verdict(processor, number.sendmsg)).toBe(refuse);
    expect(verdict(processor, number.setsockopt)).toBe(refuse);
    expect(verdict(processor, number.fallocate)).toBe(notSupported);
    const closeRange = 436;
    expect(verdict(processor, closeRange)).toBe(notImplemented);

    const [shared, alone, anonymous] = [1, 2, 0x20];
    expect(verdict(processor, number.mmap, [0, 4096, 3, shared | anonymous])).toBe(refuse);
    expect(verdict(processor, number.mmap, [0, 4096, 3, alone | anonymous])).toBe(allow);
    expect(verdict(processor, number.mmap, [0, 4096, 3, shared])).toBe(allow);

    const [setPipeSize, setFlags] = [1031, 2];
    expect(verdict(processor, number.fcntl, [0, setPipeSize])).toBe(refuse);
    expect(verdict(processor, number.fcntl, [0, setFlags])).toBe(allow);

    const [deathSignal, dumpable, name, subreaper] = [1, 4, 15, 36];
    for (const option of [deathSignal, dumpable, subreaper])
      expect(verdict(processor, number.prctl, option)).toBe(refuse);
    expect(verdict(processor, number.prctl, name)).toBe(allow);

    const [thread, threadWithFilesOfItsOwn] = [0x003d0f00, 0x003d0b00];
    expect(verdict(processor, number.clone, thread)).toBe(allow);
    expect(verdict(processor, number.clone, threadWithFilesOfItsOwn)).toBe(refuse);
  },
);
