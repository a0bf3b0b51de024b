import { expect, test } from "vitest";
import { type Processor, seccompFilter } from "./seccomp.ts";

const [allow, refuse, pretend, notImplemented, notSupported] = [
  0x7fff0000, 0x00050001, 0x00050000, 0x00050026, 0x0005005f,
];
const architectures = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;

/** Returns the call numbers below 600 by the filter's answer, when all arguments are 0. */
function callsByAnswer(processor: Processor, sharesMachine: boolean): Map<number, number[]> {
  const program = seccompFilter(processor, { sharesMachine });
  return Map.groupBy(
    Array.from({ length: 600 }, (_, number) => number),
    (number) => answer(program, { 0: number, 4: architectures[processor] }),
  );
}

/** Runs the filter on struct seccomp_data, of which these words are not 0. */
function answer(program: Buffer, words: Record<number, number>): number {
  let loaded = 0;
  for (let at = 0; at < program.length; at += 8) {
    const [code, value] = [program.readUInt16LE(at), program.readUInt32LE(at + 4)];
    const jump = (holds: boolean) => program.readUInt8(at + (holds ? 2 : 3)) * 8;
    if (code === 0x20) loaded = words[value] ?? 0;
    else if (code === 0x15) at += jump(loaded === value);
    else if (code === 0x35) at += jump(loaded >= value);
    else if (code === 0x45) at += jump((loaded & value) !== 0);
    else if (code === 0x54) loaded &= value;
    else return value;
  }
  throw new Error("The program has no end.");
}

/** Call numbers of asm/unistd_64.h and asm-generic/unistd.h. A socket of the family 0 is refused, too. */
const refused = {
  x64: [
    29, 30, 31, 41, 42, 46, 53, 54, 64, 65, 66, 67, 68, 69, 70, 71, 101, 103, 134, 135, 153, 154, 155, 159, 161, 163,
    164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 175, 176, 179, 180, 212, 220, 227, 237, 240, 241, 242, 243, 244,
    245, 246, 248, 249, 250, 256, 272, 278, 279, 298, 303, 304, 305, 307, 308, 310, 311, 312, 313, 319, 320, 321, 323,
    425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442, 443, 447,
  ],
  arm64: [
    18, 39, 40, 41, 42, 51, 58, 60, 75, 89, 92, 97, 104, 105, 106, 112, 116, 117, 142, 161, 162, 170, 171, 180, 181,
    182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199, 203, 208, 211, 217, 218,
    219, 224, 225, 235, 238, 239, 241, 264, 265, 266, 268, 269, 270, 271, 272, 273, 279, 280, 282, 294, 425, 426, 427,
    428, 429, 430, 431, 432, 433, 438, 442, 443, 447,
  ],
} as const;
const pretended = { x64: [74, 75, 162, 277, 306], arm64: [81, 82, 83, 84, 267] } as const;
const refusedOnSharedMachine = { x64: [109, 112], arm64: [154, 157] } as const;
const pretendedOnSharedMachine = {
  x64: [90, 91, 92, 93, 94, 132, 188, 189, 190, 197, 198, 199, 235, 260, 261, 268, 280, 452],
  arm64: [5, 6, 7, 14, 15, 16, 52, 53, 54, 55, 88, 452],
} as const;
const inOrder = (...lists: (readonly number[])[]) => lists.flat().sort((one, other) => one - other);

test.each(["x64", "arm64"] as const)(
  "on %s each call is allowed unless it is one of the dangerous ones",
  (processor) => {
    const found = callsByAnswer(processor, false);
    expect(found.get(refuse)).toEqual(refused[processor]);
    expect(found.get(pretend)).toEqual(pretended[processor]);
    expect(found.get(notImplemented)).toEqual([435, 436]);
    expect(found.get(notSupported)).toEqual([processor === "x64" ? 285 : 47]);
    expect([...found.keys()].sort()).toEqual([allow, refuse, pretend, notImplemented, notSupported].sort());
  },
);

test.each(["x64", "arm64"] as const)(
  "on %s a sandbox that shares the machine refuses changes of groups and pretends changes of attributes",
  (processor) => {
    const found = callsByAnswer(processor, true);
    expect(found.get(refuse)).toEqual(inOrder(refused[processor], refusedOnSharedMachine[processor]));
    expect(found.get(pretend)).toEqual(inOrder(pretended[processor], pretendedOnSharedMachine[processor]));
  },
);
