import { describe, expect, test } from "vitest";
import { compoundFile } from "../../../../fixtures/encrypted.ts";
import { vbaStreams } from "../../../../fixtures/vba-project.ts";
import { decompress, projectHasCode } from "./vba-project.ts";

/** A chunk of a container with its header ([MS-OVBA] 2.4.1.1.5). */
function chunk(data: readonly number[], isPacked = true): Buffer {
  const header = (isPacked ? 0xb000 : 0x3000) | (data.length - 1);
  return Buffer.from([header & 0xff, header >> 8, ...data]);
}
const container = (...chunks: Buffer[]) => Buffer.concat([Buffer.from([1]), ...chunks]);
const lettersOf = (text: string) => [...Buffer.from(text, "latin1")];
/** A copy token ([MS-OVBA] 2.4.1.3.19.1). @param bits of its offset */
const copy = (offset: number, length: number, bits: number) => {
  const token = ((offset - 1) << (16 - bits)) | (length - 3);
  return [token & 0xff, token >> 8];
};
const plain = (...chunks: Buffer[]) => decompress(container(...chunks)).toString("latin1");

describe("a compressed module", () => {
  test.each<[string, Buffer[], string]>([
    ["of nothing", [], ""],
    ["of letters", [chunk([0, ...lettersOf("abcdefgh")])], "abcdefgh"],
    ["of more than eight letters", [chunk([0, ...lettersOf("abcdefgh"), 0, ...lettersOf("ij")])], "abcdefghij"],
    ["that repeats one letter", [chunk([2, ...lettersOf("a"), ...copy(1, 5, 4)])], "aaaaaa"],
    ["that repeats several letters", [chunk([8, ...lettersOf("abc"), ...copy(3, 3, 4)])], "abcabc"],
    ["that repeats from further back", [chunk([0, ...lettersOf("abcdefgh"), 1, ...copy(8, 4, 4)])], "abcdefghabcd"],
    ["that repeats and goes on", [chunk([8, ...lettersOf("abc"), ...copy(2, 3, 4), ...lettersOf("z")])], "abcbcbz"],
    ["of two chunks", [chunk([0, ...lettersOf("ab")]), chunk([0, ...lettersOf("cd")])], "abcd"],
    [
      "that does not repeat the chunk before",
      [chunk([0, ...lettersOf("ab")]), chunk([2, ...lettersOf("c"), ...copy(2, 3, 4)])],
      "abc",
    ],
    ["that repeats what is not there", [chunk([1, ...copy(1, 3, 4)])], ""],
    ["that ends in a token", [chunk([2, ...lettersOf("a"), 7])], "a"],
    ["that is not packed", [chunk(lettersOf("plain text"), false)], "plain text"],
    ["that is partly packed", [chunk(lettersOf("plain"), false), chunk([0, ...lettersOf("ab")])], "plainab"],
    ["cut off in its header", [chunk([0, ...lettersOf("ab")]), Buffer.from([5])], "ab"],
  ])("%s is read", (_, chunks, text) => {
    expect(plain(...chunks)).toBe(text);
  });

  test("has offsets of more bits the longer it is", () => {
    const sixteen = [0, ...lettersOf("abcdefgh"), 0, ...lettersOf("ijklmnop")];
    expect(plain(chunk([...sixteen, 1, ...copy(16, 3, 4)]))).toBe("abcdefghijklmnopabc");
    const more = [...sixteen, 2, ...lettersOf("q"), ...copy(17, 4, 5)];
    expect(plain(chunk(more))).toBe("abcdefghijklmnopqabcd");
  });

  test("has no more than 4,096 letters in a chunk", () => {
    const long = plain(chunk([2, ...lettersOf("a"), ...copy(1, 4_098, 4)]), chunk([0, ...lettersOf("z")]));
    expect(long).toBe(`${"a".repeat(4_096)}z`);
    expect(plain(chunk([6, ...lettersOf("a"), ...copy(1, 4_000, 4), ...copy(1, 10, 12)]))).toHaveLength(4_011);
  });

  test("is read up to a megabyte", () => {
    const chunks = Array.from({ length: 300 }, () => chunk([2, ...lettersOf("a"), ...copy(1, 4_098, 4)]));
    expect(plain(...chunks)).toHaveLength(256 * 4_096);
  });
});

test("a project of three hundred modules is read, and one of more is taken for one with code", () => {
  const streams = vbaStreams([{ name: "M", kind: "own", source: "Option Explicit" }]);
  const { "VBA/M": module = Buffer.alloc(0), ...project } = streams;
  // The project's own streams count as well.
  const own = Object.keys(project).filter((name) => name.startsWith("VBA/")).length;
  const withModules = (count: number) =>
    compoundFile({
      ...project,
      ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`VBA/M${at}`, module])),
    });
  expect(projectHasCode(withModules(300 - own))).toBe(false);
  expect(projectHasCode(withModules(301 - own))).toBe(true);
});
