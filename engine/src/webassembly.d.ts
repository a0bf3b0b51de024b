/** As much of WebAssembly as is used here: Node has it, its types leave it to those of browsers. */
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
    /** @returns how many there were, so the first new one's address */
    grow(more: number): number;
    set(address: number, callee: unknown): void;
  }
}
