import { promisify } from "node:util";
import koffi, { type TypeObject } from "koffi";

/**
 * A C function. LibreOfficeKit's objects begin with a pointer to a table of functions, in the order of
 * LibreOfficeKit.h.
 */
export type Callable = (...given: unknown[]) => unknown;

/** Returns a function from the table that an object's first word points to. */
export function plain(object: unknown, slot: number, prototype: TypeObject): Callable {
  const address = addressOf(object, slot);
  return (...given) => koffi.call(address, prototype, ...given);
}

function addressOf(object: unknown, slot: number): unknown {
  const table = koffi.decode(object, "void*");
  return koffi.decode(table, slot * koffi.sizeof("void*"), "void*");
}

/** Returns a function from the table that takes the object itself as its first argument, as nearly all do. */
export function method(object: unknown, slot: number, prototype: TypeObject): Callable {
  const call = plain(object, slot, prototype);
  return (...given) => call(object, ...given);
}

/**
 * Like `method`, but calls the function on another thread, so that this thread can answer LibreOffice's callbacks
 * meanwhile.
 */
export function asyncMethod(
  object: unknown,
  slot: number,
  prototype: TypeObject,
): (...given: unknown[]) => Promise<unknown> {
  const call = promisify(koffi.decode(addressOf(object, slot), prototype).async);
  return (...given) => call(object, ...given);
}
