import { decodeLabelled } from "./charset.ts";

/** One property of a message, recipient or attachment ([MS-OXCDATA] 2.8). */
export interface RawProperty {
  /** [MS-OXCDATA] 2.11.1. */
  type: number;
  /** The value as stored: numbers little-endian, without the padding of the format. */
  bytes(): Buffer;
}

/** Types of properties ([MS-OXCDATA] 2.11.1). */
export const propertyTypes = {
  integer16: 0x0002,
  integer32: 0x0003,
  boolean: 0x000b,
  object: 0x000d,
  string8: 0x001e,
  string: 0x001f,
  time: 0x0040,
  binary: 0x0102,
} as const;

/** Properties that are read ([MS-OXPROPS]). */
export const propertyIds = {
  messageClass: 0x001a,
  subject: 0x0037,
  submitTime: 0x0039,
  representingName: 0x0042,
  representingAddress: 0x0065,
  transportHeaders: 0x007d,
  recipientType: 0x0c15,
  senderName: 0x0c1a,
  senderAddress: 0x0c1f,
  displayBcc: 0x0e02,
  displayCc: 0x0e03,
  displayTo: 0x0e04,
  deliveryTime: 0x0e06,
  body: 0x1000,
  rtfCompressed: 0x1009,
  html: 0x1013,
  displayName: 0x3001,
  emailAddress: 0x3003,
  creationTime: 0x3007,
  attachData: 0x3701,
  attachExtension: 0x3703,
  attachFilename: 0x3704,
  attachMethod: 0x3705,
  attachLongFilename: 0x3707,
  attachMimeTag: 0x370e,
  attachContentId: 0x3712,
  smtpAddress: 0x39fe,
  internetCodepage: 0x3fde,
  messageCodepage: 0x3ffd,
  senderSmtpAddress: 0x5d01,
  representingSmtpAddress: 0x5d02,
} as const;
export type PropertyName = keyof typeof propertyIds;

/** Reads properties by name; a property of an unexpected type is not found. */
export interface Properties {
  /** Returns a text; "" when there is none. */
  text(name: PropertyName): string;
  binary(name: PropertyName): Buffer | undefined;
  number(name: PropertyName): number | undefined;
  time(name: PropertyName): Date | undefined;
}

const { integer16, integer32, boolean, string, string8, time, binary } = propertyTypes;

/** @param stated the code page of texts that are not Unicode, when it is not among these properties */
export function propertiesOf(raw: Map<number, RawProperty>, stated?: number): Properties {
  const find = (name: PropertyName, ...types: number[]): Buffer | undefined => {
    const found = raw.get(propertyIds[name]);
    return found && types.includes(found.type) ? found.bytes() : undefined;
  };
  const number = (name: PropertyName): number | undefined => {
    const bytes = find(name, integer32, integer16, boolean);
    if (!bytes || bytes.length < 2) return undefined;
    return bytes.length >= 4 ? bytes.readUInt32LE(0) : bytes.readUInt16LE(0);
  };
  const codepage = () => codepageLabel(number("messageCodepage") ?? stated ?? number("internetCodepage"));
  return {
    text(name) {
      const wide = find(name, string);
      if (wide) return untilNul(wide.toString("utf16le"));
      const narrow = find(name, string8);
      return narrow ? untilNul(decodeLabelled(trimNuls(narrow), codepage())) : "";
    },
    binary: (name) => find(name, binary),
    number,
    time(name) {
      const bytes = find(name, time);
      // FILETIME: units of 100 nanoseconds since 1601.
      return bytes && bytes.length >= 8
        ? new Date(Number(bytes.readBigUInt64LE(0) / 10_000n) - 11_644_473_600_000)
        : undefined;
    },
  };
}

/** Returns a code page as the label of an encoding; "" when the bytes have to decide. */
export function codepageLabel(codepage: number | undefined): string {
  if (codepage === undefined || codepage === 0 || codepage === 20127) return "";
  if (codepage === 65001) return "utf-8";
  if (codepage === 1200) return "utf-16le";
  if (codepage >= 28591 && codepage <= 28605) return `iso-8859-${codepage - 28590}`;
  if (codepage >= 50220 && codepage <= 50222) return "iso-2022-jp";
  const named: Record<number, string> = {
    20866: "koi8-r",
    21866: "koi8-u",
    51932: "euc-jp",
    51949: "euc-kr",
    10000: "macintosh",
  };
  return named[codepage] ?? `cp${codepage}`;
}

/** Texts may end with a zero, and some programs leave other bytes behind it. */
const untilNul = (text: string): string => text.replace(/\0.*/s, "");

function trimNuls(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}
