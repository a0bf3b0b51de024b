import CFB from "cfb";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readCompoundFile } from "../detect/compound.ts";
import { type CompoundFolder, planCompoundFile } from "./compound-writer.ts";

const stream = (name: string, sizeBytes: number) => {
  const content = Buffer.alloc(sizeBytes, `${name} `);
  return { name, sizeBytes, pieces: () => [content.subarray(0, 10), content.subarray(10)] };
};

function written(children: CompoundFolder["children"]): Buffer {
  const plan = planCompoundFile(children);
  const bytes = Buffer.concat([...plan.pieces()]);
  expect(bytes.length, "the size is known beforehand").toBe(plan.sizeBytes);
  return bytes;
}

test("a compound file with small and large streams and folders is read by this engine and by another library", () => {
  const sizes = [0, 1, 63, 64, 65, 4095, 4096, 4097, 100_000];
  const streams = sizes.map((size) => stream(`s${size}`, size));
  const bytes = written([...streams, { name: "folder", children: [{ name: "deeper", children: streams }] }]);
  const root = readCompoundFile(bytes);
  const deeper = root.folder("folder")?.folder("deeper");
  const other = CFB.read(bytes, { type: "buffer" });
  for (const [index, size] of sizes.entries()) {
    const expected = Buffer.concat(streams[index]?.pieces() ?? []);
    expect(root.read(`s${size}`)?.equals(expected), `s${size}`).toBe(true);
    expect(deeper?.read(`s${size}`)?.equals(expected), `deeper/s${size}`).toBe(true);
    const found = CFB.find(other, `/folder/deeper/s${size}`);
    expect(Buffer.from(found?.content ?? []).equals(expected), `s${size} in another library`).toBe(true);
  }
});

test("a file of more sectors than the header can list tables for is read", () => {
  const bytes = written([stream("large", 9_000_000), stream("small", 10)]);
  expect(readCompoundFile(bytes).read("large")?.length).toBe(9_000_000);
  expect(CFB.find(CFB.read(bytes, { type: "buffer" }), "/large")?.content.length).toBe(9_000_000);
});

test("any number of streams is found by name", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9_]{1,31}$/), { selector: (one) => one.toLowerCase() }),
      (names) => {
        const bytes = written(names.map((name) => stream(name, name.length)));
        const root = readCompoundFile(bytes);
        expect(root.names.toSorted()).toEqual(names.toSorted());
      },
    ),
    { numRuns: 50 },
  );
});
