import { readFileSync } from "node:fs";
import { containerExtension, containers, formatOf } from "@sheaf/contracts/formats.ts";
import { attempt } from "../attempt.ts";
import type { ScratchFile } from "../converter.ts";
import { compoundSignature, readCompoundFile } from "../detect/compound.ts";
import { isEmlStart } from "../email/eml-start.ts";
import { fileStart } from "../file-bytes.ts";

/** Enough for the first fields of a header; some are several kilobytes long. */
const headBytes = 16_384;

/** A stream that every Outlook item has in its root. A document may hold it deeper, in an item put into it. */
const msgStream = "__properties_version1.0";
const msgMark = Buffer.from(msgStream, "utf16le");
const tnefSignature = Buffer.from([0x78, 0x9f, 0x3e, 0x22]);

/** Kinds of text whose files may begin like the header of an email, as saved web pages do. */
const otherTexts = new Set(["text", "csv", "web-page", "invoice"]);

/** What kind of email a file is, with its content where that had to be read for it. */
export interface FoundEmail {
  kind: "eml" | "msg" | "tnef";
  bytes?: Buffer;
}

/**
 * Detects an email by the beginning of its content. Text with the extension of another kind of text is not taken for
 * one.
 */
export function findEmail({ path, name }: ScratchFile): FoundEmail | undefined {
  const head = fileStart(path, headBytes);
  if (head.subarray(0, 8).equals(compoundSignature)) {
    const bytes = readFileSync(path);
    return isMsgFile(bytes) ? { kind: "msg", bytes } : undefined;
  }
  if (head.subarray(0, 4).equals(tnefSignature)) return { kind: "tnef" };
  const extension = containerExtension(name);
  const named = extension ? containers[extension].kind : formatOf(name)?.kind;
  return !otherTexts.has(named ?? "") && isEmlStart(head, named === "email") ? { kind: "eml" } : undefined;
}

/** Damaged files are not known as emails; the search for their kind refuses them as damaged. */
const isMsgFile = (bytes: Buffer): boolean =>
  bytes.includes(msgMark) && attempt(() => readCompoundFile(bytes).names.includes(msgStream)) === true;
