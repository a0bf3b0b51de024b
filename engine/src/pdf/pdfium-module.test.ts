import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import { expect, test } from "vitest";
import { heapOf, withScratch } from "./pdfium-module.ts";

/** A module whose memory begins at address 16, and the sizes and addresses that it allocated and freed. */
function moduleOf() {
  const memory = new DataView(new ArrayBuffer(64));
  const [allocated, freed]: [number[], number[]] = [[], []];
  const pdfium = {
    HEAPU8: new Uint8Array(memory.buffer, 8, 4),
    getValue: (address: number, type: string) => (type === "float" ? memory.getFloat32(address, true) : undefined),
    setValue: (address: number, value: number, type: string) => {
      if (type === "float") memory.setFloat32(address, value, true);
    },
    wasmExports: {
      malloc: (size: number) => {
        allocated.push(size);
        return 16;
      },
      free: (address: number) => freed.push(address),
    },
  };
  return { module: { pdfium } as unknown as WrappedPdfiumModule, memory, allocated, freed };
}

test("numbers that are passed by address are written and read one after the other", () => {
  const { module, memory, allocated, freed } = moduleOf();
  const read = withScratch(module, 3, ({ address, float, setFloats }) => {
    setFloats([1.5, -2.5, 3.5]);
    expect([16, 20, 24].map((at) => memory.getFloat32(at, true))).toEqual([1.5, -2.5, 3.5]);
    memory.setFloat32(20, 9, true);
    expect(freed).toEqual([]);
    return [address, float(0), float(1), float(2)];
  });
  expect(read).toEqual([16, 1.5, 9, 3.5]);
  expect([allocated, freed]).toEqual([[12], [16]]);
});

test("memory is freed after a failure, too", () => {
  const { module, freed } = moduleOf();
  const fail = () => {
    throw new Error("Damson");
  };
  expect(() => withScratch(module, 1, fail)).toThrow("Damson");
  expect(freed).toEqual([16]);
});

test("the memory is seen as a whole", () => expect(heapOf(moduleOf().module)).toHaveLength(64));
