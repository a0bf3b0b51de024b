/**
 * The parts of the WebAssembly API that the engine uses. Node has the API, but its types declare it only in the browser
 * library.
 */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports?: object);
    readonly exports: object;
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  interface Table {
    /** @returns the previous size of the table, which is the index of the first new element */
    grow(more: number): number;
    set(address: number, callee: unknown): void;
  }
}
