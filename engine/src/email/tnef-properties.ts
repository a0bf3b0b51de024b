import { ConvertError } from "../converter.ts";
import { propertyTypes, type RawProperty } from "./mapi-properties.ts";

/** Sizes of the types whose values have one, without padding ([MS-OXCDATA] 2.11.1). */
const fixedBytes: Record<number, number> = {
  [propertyTypes.integer16]: 2,
  [propertyTypes.integer32]: 4,
  4: 4, // floating point
  5: 8,
  6: 8, // currency
  7: 8, // floating time
  10: 4, // error code
  [propertyTypes.boolean]: 2,
  20: 8, // integer of 64 bits
  [propertyTypes.time]: 8,
  72: 16, // GUID
};
const variable = new Set<number>([
  propertyTypes.string8,
  propertyTypes.string,
  propertyTypes.binary,
  propertyTypes.object,
]);
/** Types with this bit have several values, of which the first is kept. */
const multipleFlag = 0x1000;
const firstNamed = 0x8000;

/** Numbers of a property list that no program writes. */
const maxProperties = 10_000;
const maxRows = 2000;

/** Reads the properties of a message or an attachment ([MS-OXTNEF] 2.1.3.4). @throws ConvertError damaged */
export const readPropertyList = (data: Buffer): Map<number, RawProperty> => reading(() => propertiesAt(cursor(data)));

/** Reads the properties of recipients, a list for each ([MS-OXTNEF] 2.1.3.5). @throws ConvertError damaged */
export const readPropertyRows = (data: Buffer): Map<number, RawProperty>[] =>
  reading(() => {
    const from = cursor(data);
    const count = from.count(maxRows);
    return Array.from({ length: count }, () => propertiesAt(from));
  });

interface Cursor {
  uint16(): number;
  uint32(): number;
  /** Reads a number of things to follow. */
  count(most: number): number;
  /** Reads bytes and their padding to a multiple of 4. */
  padded(length: number): Buffer;
}

/** Reading past the end throws a RangeError. */
function cursor(data: Buffer): Cursor {
  let at = 0;
  const uint32 = () => {
    at += 4;
    return data.readUInt32LE(at - 4);
  };
  return {
    uint16() {
      at += 2;
      return data.readUInt16LE(at - 2);
    },
    uint32,
    count(most) {
      const count = uint32();
      if (count > most) throw new RangeError(`${count} entries`);
      return count;
    },
    padded(length) {
      if (at + length > data.length) throw new RangeError(`${length} bytes`);
      const bytes = data.subarray(at, at + length);
      at += Math.ceil(length / 4) * 4;
      return bytes;
    },
  };
}

function reading<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? new ConvertError("damaged", undefined, { cause: error }) : error;
  }
}

function propertiesAt(from: Cursor): Map<number, RawProperty> {
  const properties = new Map<number, RawProperty>();
  const count = from.count(maxProperties);
  for (let index = 0; index < count; index++) {
    const stated = from.uint16();
    const id = from.uint16();
    if (id >= firstNamed) skipName(from);
    const type = stated & ~multipleFlag;
    const value = firstValue(from, type, stated !== type);
    if (id < firstNamed && value && !properties.has(id)) properties.set(id, { type, bytes: () => value });
  }
  return properties;
}

/** A named property states its set, and then a number or a name. */
function skipName(from: Cursor): void {
  from.padded(16);
  const isText = from.uint32() === 1;
  from.padded(isText ? from.uint32() : 4);
}

function firstValue(from: Cursor, type: number, isMultiple: boolean): Buffer | undefined {
  const size = fixedBytes[type];
  if (size === undefined && !variable.has(type)) throw new RangeError(`type ${type}`);
  const count = isMultiple || size === undefined ? from.count(maxProperties) : 1;
  let first: Buffer | undefined;
  for (let index = 0; index < count; index++) {
    const value = from.padded(size ?? from.uint32());
    first ??= value;
  }
  return first;
}
