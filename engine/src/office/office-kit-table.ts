import { promisify } from "node:util";
import koffi, { type TypeObject } from "koffi";

/** LibreOfficeKit is C: its objects begin with a pointer to a table of functions, in the order of LibreOfficeKit.h. */
export type Callable = (...given: unknown[]) => unknown;

/** A function out of the table that an object's first word points to. */
export function plain(object: unknown, slot: number, prototype: TypeObject): Callable {
  const address = addressOf(object, slot);
  return (...given) => koffi.call(address, prototype, ...given);
}

function addressOf(object: unknown, slot: number): unknown {
  const table = koffi.decode(object, "void*");
  return koffi.decode(table, slot * koffi.sizeof("void*"), "void*");
}

/** The same with the object itself as the first argument, as all but a few take it. */
export function method(object: unknown, slot: number, prototype: TypeObject): Callable {
  const call = plain(object, slot, prototype);
  return (...given) => call(object, ...given);
}

/** The same on a thread of its own, so that this one can answer LibreOffice's questions meanwhile. */
export function asyncMethod(
  object: unknown,
  slot: number,
  prototype: TypeObject,
): (...given: unknown[]) => Promise<unknown> {
  const call = promisify(koffi.decode(addressOf(object, slot), prototype).async);
  return (...given) => call(object, ...given);
}
