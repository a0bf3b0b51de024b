import type { Readable } from "node:stream";
import { containerLimits, MB } from "@sheaf/contracts/limits.ts";
import type { Refusal } from "@sheaf/contracts/refusals.ts";
import { ConvertError } from "../converter.ts";

/** One file in a container, as the container's directory describes it. */
export interface Item {
  /** Its folders and its name with "/" between them, each cleaned. */
  path: string;
  /** As stated: an item that turns out to be larger or smaller is damaged. */
  sizeBytes: number;
  packedBytes: number;
  isEncrypted: boolean;
  /** What is no file is listed and never unpacked. */
  kind: "file" | "link" | "device";
  /** The name leads out of the container, holds control characters or is too long: the item is never unpacked. */
  isUnsafe: boolean;
}

/** What became of one item. A `text` is a whole sentence that begins with the item's name. */
export type UnpackedItem = { item: Item } & (
  | { outcome: "unpacked"; body: Readable }
  | { outcome: "rejected"; reason: Refusal; text: string }
  /** It is no document, so nobody has to do anything about it. */
  | { outcome: "set-aside"; text: string }
);

/** What a sandboxed process wrote of an item: so many bytes, or why none. */
export type WrittenItem = { sizeBytes: number } | { rejected: Refusal; detail: string | null };

/** Where the first item begins in what a sandboxed process wrote: a result of a sandboxed process is never empty. */
export const packStart = 1;

/** Those that a sandboxed process unpacks. */
export const isUnpacked = ({ kind, isUnsafe }: Item): boolean => kind === "file" && !isUnsafe;

/** The last part of the path. */
export const nameOf = ({ path }: Item): string => path.slice(path.lastIndexOf("/") + 1);

const unpackIt = "Unpack it and add the files inside.";

export const tooManyItems = () =>
  new ConvertError("too-large", `holds more than ${containerLimits.items} files. ${unpackIt}`);

export const unpacksTooLarge = () => {
  const { unpackedBytes, ratio } = containerLimits;
  const limits = `${unpackedBytes / MB} MB, or to more than ${ratio} times its size`;
  return new ConvertError("too-large", `unpacks to more than ${limits}. ${unpackIt}`);
};
