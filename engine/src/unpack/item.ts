import type { Readable } from "node:stream";
import { containerLimits, MB } from "@sheaf/contracts/limits.ts";
import type { Refusal } from "@sheaf/contracts/refusals.ts";
import { ConvertError } from "../converter.ts";

/** One file in a container, as the container's directory describes it. */
export interface Item {
  /** Folders and file name, joined by "/", each made safe. */
  path: string;
  /** The stated size: an item that unpacks to more or less is damaged. */
  sizeBytes: number;
  packedBytes: number;
  isEncrypted: boolean;
  /** Links and devices are listed but never unpacked. */
  kind: "file" | "link" | "device";
  /**
   * Whether the name leads out of the container, holds control characters or is too long: the item is never unpacked.
   */
  isUnsafe: boolean;
  /**
   * Words that follow the item's name and say why it is not a document, such as a signature's picture; null for a
   * document. It is unpacked all the same, so that the user can bring it back.
   */
  setAside: string | null;
  /**
   * Whether it is the container's own page and not a file inside: an email's text, a portfolio's cover page, an
   * invoice's page. It is converted with `asDocument`, because its bytes may be those of the container.
   */
  isOwnContent: boolean;
}

/** A container whose list of items has been read. */
export interface Container {
  /** In the order in which they are shown. */
  items: Item[];
  /**
   * Reads one item, exactly as many bytes as stated.
   * @throws ConvertError when the item is at fault
   */
  pieces(index: number): AsyncIterable<Buffer>;
  close(): void;
}

/** The result of unpacking one item. `text` is a whole sentence that begins with the item's name. */
export type UnpackedItem = { item: Item } & (
  | { outcome: "unpacked"; body: Readable }
  | { outcome: "rejected"; reason: Refusal; text: string }
  /** The item is not a document, so the user has nothing to do. Links and devices have no body. */
  | { outcome: "set-aside"; text: string; body: Readable | null }
);

/**
 * The result of one item in a sandboxed process: the number of bytes that were written, or the reason of the refusal.
 */
export type WrittenItem = { sizeBytes: number } | { rejected: Refusal; detail: string | null };

/**
 * Offset of the first item in the file that a sandboxed process wrote. It is not 0, because the result of a sandboxed
 * process must not be empty.
 */
export const packStart = 1;

/** Whether a sandboxed process unpacks the item. */
export const isUnpacked = ({ kind, isUnsafe }: Item): boolean => kind === "file" && !isUnsafe;

/** Returns a file that is stored as it is, and no page of the container itself. */
export const plainItem = (path: string, sizeBytes: number): Item => ({
  path,
  sizeBytes,
  packedBytes: sizeBytes,
  isEncrypted: false,
  kind: "file",
  isUnsafe: false,
  setAside: null,
  isOwnContent: false,
});

/** Returns the last part of the path. */
export const nameOf = ({ path }: Item): string => path.slice(path.lastIndexOf("/") + 1);

const unpackIt = "Unpack it and add the files inside.";

export const tooManyItems = () =>
  new ConvertError("too-large", `contains more than ${containerLimits.items} files. ${unpackIt}`);

/** The containers before it left too little room. */
export const noRoomForItems = () => noRoom(`${containerLimits.items}`);
export const noRoomForBytes = () => noRoom(`${containerLimits.unpackedBytes / MB} MB`);

const noRoom = (limit: string) =>
  new ConvertError("too-large", `brings the unpacked files to more than ${limit} in all. Send it separately.`);

export const nestedTooDeep = () =>
  new ConvertError("too-large", `lies in more than ${containerLimits.depth - 1} others. ${unpackIt}`);

/** Whether a container of this size may not unpack to as many bytes. */
export function isTooLarge(unpackedBytes: number, containerBytes: number): boolean {
  const { unpackedBytes: maxBytes, freeBytes, ratio } = containerLimits;
  return unpackedBytes > maxBytes || (unpackedBytes > freeBytes && unpackedBytes > ratio * containerBytes);
}

export const unpacksTooLarge = () => {
  const { unpackedBytes, ratio } = containerLimits;
  const limits = `${unpackedBytes / MB} MB, or to more than ${ratio} times its size`;
  return new ConvertError("too-large", `unpacks to more than ${limits}. ${unpackIt}`);
};
