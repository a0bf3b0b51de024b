import { readFile } from "node:fs/promises";
import { ConvertError, type ScratchFile } from "../converter.ts";
import { appleKind, isAppleDocument } from "./apple-document.ts";
import { openArchive } from "./archive.ts";
import { defaultPassword } from "./biff-password.ts";
import { readCompoundFile } from "./compound.ts";
import { compoundKind } from "./compound-kind.ts";
import type { Detected, Lockable } from "./detected.ts";
import { packFlatDocument } from "./flat-document.ts";
import { packageKind } from "./package.ts";
import { readEnvelope } from "./package-password.ts";

/** Detects the kind of a ZIP container. OpenDocument files with a password are ZIP containers, too. */
export async function zipped(
  source: string | Buffer,
  { name, password }: Pick<ScratchFile, "name" | "password">,
): Promise<Lockable> {
  using archive = await openArchive(source);
  if (isAppleDocument(archive.names)) return await appleKind(archive, name);
  const { found: kind, encrypted, hasMacros } = await packageKind(archive);
  const found = { ...kind, hasMacros };
  if (!encrypted) return found;
  if (password === undefined) throw new ConvertError("password");
  return { ...found, lock: { password } };
}

/** Detects the kind of an old binary document, or of the document inside a package's encrypted envelope. */
export async function compound(input: ScratchFile): Promise<Detected> {
  const file = readCompoundFile(await readFile(input.path));
  const found = compoundKind(file, input.password !== undefined);
  if (found.kind !== "encrypted-package") {
    const { encrypted, ...plain } = found;
    return encrypted ? { ...plain, lock: { password: input.password ?? defaultPassword } } : plain;
  }

  const info = file.read("EncryptionInfo");
  const data = file.read("EncryptedPackage");
  if (!info || !data) throw new ConvertError("damaged");
  const envelope = readEnvelope(info, data);
  for (const password of input.password === undefined ? [defaultPassword] : [input.password, defaultPassword]) {
    const opened = envelope.open(password);
    if (opened === undefined) continue;
    return { ...(await zipped(opened, { name: input.name })), lock: { password, container: opened } };
  }
  throw input.password === undefined
    ? new ConvertError("password")
    : new ConvertError("password", "does not open with the password given. Enter its password or replace it.");
}

/** Detects the kind of an OpenDocument file that is a single XML document. */
export async function flat(input: ScratchFile): Promise<Lockable> {
  const { container, hasMacros } = await packFlatDocument(await readFile(input.path));
  return { ...(await zipped(container, { name: input.name })), container, hasMacros };
}
