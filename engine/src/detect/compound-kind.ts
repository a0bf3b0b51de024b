import { ConvertError } from "../converter.ts";
import { filePass, opensWithDefault } from "./biff-password.ts";
import { isBiffStart } from "./biff-start.ts";
import type { CompoundFile } from "./compound.ts";
import { documentHasMacros, presentationHasMacros, workbookHasMacros } from "./macros/old-macros.ts";

/** An old binary document, or the encrypted envelope of a new one. */
export type CompoundKind =
  | { kind: "office"; format: "doc" | "ppt" | "wps"; encrypted: boolean; hasMacros: boolean }
  | { kind: "workbook"; format: "xls"; encrypted: boolean; hasMacros: boolean }
  | { kind: "encrypted-package" };

/** Word's document magic ([MS-DOC] 2.5.2), that of Word 6 and 95, and those of their East Asian editions. */
const wordMagic = new Set([0xa5ec, 0xa5dc, 0xa697, 0xa698, 0xa699]);
/** Word 2007 writes 0x0112. Values above this limit mean damage. */
const newestFib = 0x0200;
/** Header token of the stream "Current User" in an encrypted presentation ([MS-PPT] 2.3.2). */
const pptEncrypted = 0xf3d1c4df;

/**
 * @param passwordGiven whether the user gave a password; an encrypted document is then accepted, for LibreOffice to
 * open
 * @throws ConvertError password, damaged, unsupported
 */
export function compoundKind(file: CompoundFile, passwordGiven: boolean): CompoundKind {
  const has = (name: string) => file.names.some((one) => one.toLowerCase() === name.toLowerCase());
  const orRefuse = (encrypted: boolean) => {
    if (encrypted && !passwordGiven) throw new ConvertError("password");
    return encrypted;
  };

  if (has("EncryptedPackage")) return { kind: "encrypted-package" };

  if (has("WordDocument")) {
    const fib = file.read("WordDocument", 32);
    if (!fib || fib.length < 32 || !wordMagic.has(fib.readUInt16LE(0)) || fib.readUInt16LE(2) > newestFib) {
      throw new ConvertError("damaged");
    }
    const fEncrypted = (fib.readUInt16LE(0x0a) & 0x0100) !== 0;
    return { kind: "office", format: "doc", encrypted: orRefuse(fEncrypted), hasMacros: documentHasMacros(file) };
  }

  const book = has("Workbook") ? "Workbook" : has("Book") ? "Book" : undefined;
  if (book !== undefined) {
    // FilePass is among the first records of the workbook globals, before styles and sheets.
    const globals = file.read(book, 65_536);
    if (!globals || globals.length < 8 || !isBiffStart(globals)) throw new ConvertError("damaged");
    const lock = filePass(globals);
    if (lock !== undefined && !opensWithDefault(lock)) orRefuse(true);
    return {
      kind: "workbook",
      format: "xls",
      encrypted: lock !== undefined,
      hasMacros: workbookHasMacros(file, globals),
    };
  }

  if (has("PowerPoint Document")) {
    const user = file.read("Current User", 64);
    const encrypted = user !== undefined && user.length >= 16 && user.readUInt32LE(12) === pptEncrypted;
    if (encrypted || has("EncryptedSummary")) {
      // LibreOffice cannot decrypt these, whatever the password.
      throw new ConvertError(
        "password",
        passwordGiven
          ? "is password-protected in a way that cannot be opened here. Save it without its password and replace it."
          : "is password-protected. Save it without its password and replace it.",
      );
    }
    return { kind: "office", format: "ppt", encrypted: false, hasMacros: presentationHasMacros(file) };
  }

  // PowerPoint 4 and 95 for Windows and Macintosh, which did not support passwords.
  if (has("PP40")) return { kind: "office", format: "ppt", encrypted: false, hasMacros: false };

  // Works 2000 and later, and Works 3 and 4.
  if (file.read("CONTENTS", 4)?.toString("latin1") === "CHNK" || has("MatOST"))
    return { kind: "office", format: "wps", encrypted: false, hasMacros: false };

  throw new ConvertError(file.names.length === 0 ? "damaged" : "unsupported");
}
