import { closeSync, openSync, readSync } from "node:fs";
import { containerExtension, containers, formatOf } from "@sheaf/contracts/formats.ts";
import type { ScratchFile } from "../converter.ts";
import { isEmlStart } from "../email/eml-start.ts";

/** Enough for the first fields of a header; some are several kilobytes long. */
const headBytes = 16_384;

/** Kinds of text whose files may begin like the header of an email, as saved web pages do. */
const otherTexts = new Set(["text", "csv", "web-page", "invoice"]);

/**
 * Detects an email by the beginning of its content. Text with the extension of another kind of text is not taken for
 * one.
 */
export function emailKind({ path, name }: ScratchFile): "eml" | undefined {
  const head = readHead(path);
  const extension = containerExtension(name);
  const named = extension ? containers[extension].kind : formatOf(name)?.kind;
  return !otherTexts.has(named ?? "") && isEmlStart(head) ? "eml" : undefined;
}

function readHead(path: string): Buffer {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(headBytes);
    return head.subarray(0, readSync(file, head, 0, headBytes, 0));
  } finally {
    closeSync(file);
  }
}
