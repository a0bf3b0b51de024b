import { expect, test } from "vitest";
import { type Processor, seccompFilter } from "./seccomp.ts";

const allow = 0x7fff0000;
const refuse = 0x00050001;
const notImplemented = 0x00050026;
const kill = 0x80000000;

/** What the kernel would do, by running the program as it does: struct seccomp_data in, verdict out. */
function verdict(
  processor: Processor,
  number: number,
  argument = 0,
  arch: number = architectures[processor],
  program = seccompFilter(processor),
): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(arch, 4);
  data.writeUInt32LE(argument >>> 0, 16);
  let loaded = 0;
  for (let at = 0; at < program.length; at += 8) {
    const [code, value] = [program.readUInt16LE(at), program.readUInt32LE(at + 4)];
    const jump = (holds: boolean) => program.readUInt8(at + (holds ? 2 : 3)) * 8;
    if (code === 0x20) loaded = data.readUInt32LE(value);
    else if (code === 0x15) at += jump(loaded === value);
    else if (code === 0x35) at += jump(loaded >= value);
    else if (code === 0x45) at += jump((loaded & value) !== 0);
    else return value;
  }
  throw new Error("The program has no end.");
}

const architectures = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
const calls = {
  x64: { read: 0, connect: 42, socket: 41, ptrace: 101, unshare: 272, clone: 56, clone3: 435, bpf: 321 },
  arm64: { read: 63, connect: 203, socket: 198, ptrace: 117, unshare: 97, clone: 220, clone3: 435, bpf: 280 },
} as const;

test.each(["x64", "arm64"] as const)("on %s ordinary calls pass and dangerous ones are refused", (processor) => {
  const { read, connect, ptrace, unshare, bpf } = calls[processor];

  expect(verdict(processor, read)).toBe(allow);
  for (const number of [connect, ptrace, unshare, bpf]) expect(verdict(processor, number)).toBe(refuse);
});

test.each(["x64", "arm64"] as const)("on %s only local sockets can be made", (processor) => {
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

test("waiting for a disk is left out, and nobody notices", () => {
  expect([verdict("x64", 74), verdict("arm64", 82)]).toEqual([0x00050000, 0x00050000]);
});

test("a call by another processor's table, or by the x32 one, ends the process", () => {
  expect(verdict("x64", 0, 0, 0x40000003)).toBe(kill);
  expect(verdict("x64", 0x40000000 + 41)).toBe(kill);
});

test.each([
  ["x64", 112, 90],
  ["arm64", 157, 53],
] as const)(
  "on %s a cell without namespaces stays in its group and changes no file's mode",
  (processor, setsid, chmod) => {
    const shared = seccompFilter(processor, { sharesMachine: true });
    const ask = (number: number) => verdict(processor, number, 0, architectures[processor], shared);
    expect([ask(setsid), verdict(processor, setsid)]).toEqual([refuse, allow]);
    expect([ask(chmod), verdict(processor, chmod)]).toEqual([0x00050000, allow]);
  },
);
