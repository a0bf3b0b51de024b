import { open, readFile } from "node:fs/promises";
import { acceptedExtension } from "@sheaf/contracts/formats.ts";
import { ConvertError, type ScratchFile } from "../converter.ts";
import { type PictureKind, pictureKind } from "../image/sniff.ts";
import { decodeText, isBlank, looksLikeText } from "../text/encoding.ts";
import { openArchive } from "./archive.ts";
import { defaultPassword } from "./biff-password.ts";
import { compoundSignature, readCompoundFile } from "./compound.ts";
import { compoundKind, isBiffStart } from "./compound-kind.ts";
import { foreignBinary, foreignText } from "./foreign.ts";
import { packageKind } from "./package.ts";
import { readEnvelope } from "./package-password.ts";

/** What a file is, by its content. */
export type Detected =
  | { kind: "pdf" }
  | { kind: "image"; picture: PictureKind }
  | { kind: "office"; format: "doc" | "docx" | "odt" | "rtf" | "ppt" | "pptx" | "odp"; lock?: Lock }
  | { kind: "workbook"; format: "xls" | "xlsx" | "ods"; lock?: Lock }
  | { kind: "csv" }
  | { kind: "text" };

/** The content is encrypted. */
export interface Lock {
  /** What opens it: the user's password, or the one that Excel tries by itself. Whether it does, LibreOffice finds out. */
  password: string;
  /** Where it was opened here already, the content without the lock. */
  container?: Buffer;
}

/** Enough for every signature and for telling text. */
const headBytes = 65_536;

/**
 * Tells what the bytes are, whatever the name promises, and refuses what must not reach a converter.
 * @throws ConvertError unsupported, empty, password, damaged, active-content, too-large
 */
export async function detect(input: ScratchFile): Promise<Detected> {
  const extension = acceptedExtension(input.name);
  if (extension === undefined) throw new ConvertError("unsupported");
  if (input.sizeBytes === 0) throw new ConvertError("empty");

  const head = await readHead(input.path);
  const named = extension === "txt" || extension === "csv" ? extension : undefined;

  if (startsWith(head, "PK")) return zipped(input.path, input.password);
  if (head.subarray(0, 8).equals(compoundSignature)) return compound(input);
  if (startsWith(head, "{\\rtf")) return { kind: "office", format: "rtf" };
  if (head.subarray(0, 1024).includes("%PDF-") && (named === undefined || startsWith(head, "%PDF-")))
    return { kind: "pdf" };

  const picture = pictureKind(head);
  if (picture !== undefined) return { kind: "image", picture };
  if (isOldWord(head)) return { kind: "office", format: "doc" };
  if (isBiffStart(head)) return { kind: "workbook", format: "xls" };

  if (!looksLikeText(head)) {
    // Without any signature nobody can say what it was: under .txt it never was text, elsewhere the signature has been lost.
    throw foreignBinary(head) ?? new ConvertError(named === undefined ? "damaged" : "unsupported");
  }
  if (isBlank(decodeText(head).text) && (input.sizeBytes <= headBytes || (await isBlankFile(input.path)))) {
    throw new ConvertError("empty");
  }
  if (named === undefined) throw foreignText(head, extension);
  return { kind: named === "csv" ? "csv" : "text" };
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path);
  const head = Buffer.alloc(headBytes);
  const { bytesRead } = await file.read(head, 0, headBytes, 0);
  return head.subarray(0, bytesRead);
}

const startsWith = (head: Buffer, signature: string) =>
  head.subarray(0, signature.length).equals(Buffer.from(signature));

const isBlankFile = async (path: string) => isBlank(decodeText(await readFile(path)).text);

/** Word 1, 2 and 6 without the compound file around them. */
function isOldWord(head: Buffer): boolean {
  return head.length > 32 && (head.readUInt16LE(0) === 0xa5db || head.readUInt16LE(0) === 0xa59b);
}

/** What a zip container is; OpenDocument with a password is such a container too. */
async function zipped(
  source: string | Buffer,
  password: string | undefined,
): Promise<Exclude<Detected, { kind: "pdf" | "image" | "csv" | "text" }>> {
  const archive = await openArchive(source);
  try {
    const { is, encrypted } = await packageKind(archive);
    if (!encrypted) return is;
    if (password === undefined) throw new ConvertError("password");
    return { ...is, lock: { password } };
  } finally {
    archive.close();
  }
}

async function compound(input: ScratchFile): Promise<Detected> {
  const file = readCompoundFile(await readFile(input.path));
  const is = compoundKind(file, input.password !== undefined);
  if (is.kind !== "encrypted-package") {
    const { encrypted, ...plain } = is;
    return encrypted ? { ...plain, lock: { password: input.password ?? defaultPassword } } : plain;
  }

  const info = file.read("EncryptionInfo");
  const data = file.read("EncryptedPackage");
  if (!info || !data) throw new ConvertError("damaged");
  const envelope = readEnvelope(info, data);
  for (const password of input.password === undefined ? [defaultPassword] : [input.password, defaultPassword]) {
    const opened = envelope.open(password);
    if (opened === undefined) continue;
    return { ...(await zipped(opened, undefined)), lock: { password, container: opened } };
  }
  throw input.password === undefined
    ? new ConvertError("password")
    : new ConvertError("password", "does not open with the password given. Enter its password or replace it.");
}
