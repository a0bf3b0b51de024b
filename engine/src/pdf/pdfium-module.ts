import { readFileSync, readSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";
import { attempt } from "../attempt.ts";

/** PDFium in WebAssembly, with a JavaScript function that it calls to read files. */
export interface LoadedPdfium {
  module: WrappedPdfiumModule;
  /** Address of the function with which PDFium gets parts of a file, FPDF_FILEACCESS's `m_GetBlock`. */
  blockReader: number;
  /** Sets the file that this function reads. @param file a file descriptor */
  readFrom(file: number): void;
}

/**
 * Loads PDFium. Call it on first use, because most processes need not wait for it. It is compiled synchronously: the
 * sandboxed process has nothing else to do.
 */
export async function loadPdfium(): Promise<LoadedPdfium> {
  const binary = readFileSync(fileURLToPath(import.meta.resolve("@embedpdf/pdfium/pdfium.wasm")));
  const instantiateWasm = (imports: object, receive: (instance: WebAssembly.Instance) => void) => {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(binary), imports);
    receive(instance);
    return instance.exports;
  };
  const module = await init({ instantiateWasm });
  module.PDFiumExt_Init();

  let from = -1;
  /** Returns 0 where the file cannot be read: PDFium then reports it as damaged. */
  const readBlock = (_parameter: number, position: number, at: number, length: number): number =>
    attempt(() => readSync(from, heapOf(module), at >>> 0, length, position >>> 0)) === length ? 1 : 0;
  return {
    module,
    blockReader: addFunction(tableOf(module), readBlock),
    readFrom: (file) => {
      from = file;
    },
  };
}

/** Returns the current memory of the WebAssembly instance. The package lacks its type. */
export function heapOf(module: WrappedPdfiumModule): Uint8Array {
  const { HEAPU8 } = module.pdfium as unknown as { HEAPU8: Uint8Array };
  return new Uint8Array(HEAPU8.buffer);
}

/** Temporary memory of PDFium for values passed by address. */
export interface Scratch {
  address: number;
  /** The 32-bit float at an index. */
  float(index: number): number;
  setFloats(values: readonly number[]): void;
}

/** Allocates memory for as long as `use` runs. @param floats size in 32-bit floats */
export function withScratch<T>({ pdfium }: WrappedPdfiumModule, floats: number, use: (scratch: Scratch) => T): T {
  const { wasmExports, getValue, setValue } = pdfium;
  const address = wasmExports.malloc(floats * 4);
  try {
    return use({
      address,
      float: (index) => getValue(address + index * 4, "float"),
      setFloats(values) {
        for (const [index, value] of values.entries()) setValue(address + index * 4, value, "float");
      },
    });
  } finally {
    wasmExports.free(address);
  }
}

/** Returns the table of functions that WebAssembly calls by address. */
function tableOf({ pdfium }: WrappedPdfiumModule): WebAssembly.Table {
  return (pdfium.wasmExports as unknown as { __indirect_function_table: WebAssembly.Table }).__indirect_function_table;
}

type FourParameters = (one: number, two: number, three: number, four: number) => number;

/**
 * WebAssembly can only call WebAssembly functions, so this module exports the JavaScript function that it imports:
 * (module (import "e" "f" (func (param i32 i32 i32 i32) (result i32))) (export "f" (func 0)))
 */
const forwardingModule = Buffer.from("0061736d0100000001090160047f7f7f7f017f02070101650166000007050101660000", "hex");

/**
 * Adds a function to the table. Emscripten's own `addFunction` searches the whole table for the function first, which
 * takes 5 ms.
 */
function addFunction(table: WebAssembly.Table, callback: FourParameters): number {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(forwardingModule), { e: { f: callback } });
  const address = table.grow(1);
  table.set(address, (exports as { f: unknown }).f);
  return address;
}
