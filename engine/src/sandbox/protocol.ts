import type { Refusal, Warning } from "@sheaf/contracts/refusals.ts";
import type { ArrangedPage } from "../engine-api.ts";
import type { FoundOffice } from "../office/find-office.ts";
import type { OfficeState } from "../office/open-office.ts";
import type { Item, WrittenItem } from "../unpack/item.ts";
import type { SandboxFolders } from "./launcher.ts";

/** The start argument of a sandboxed process, as JSON. Folders are as seen from inside. */
export interface SandboxStart extends SandboxFolders {
  locale: string;
  office: FoundOffice | null;
}

export interface RequestedFile {
  /** Its name in `inDir`. */
  file: string;
  /** The user's name for it. */
  name: string;
  sizeBytes: number;
  password?: string;
}

/**
 * A request to a sandboxed process: one line of JSON on its standard input. Files are in `inDir` and named without a
 * folder.
 */
export type SandboxRequest =
  | ({ do: "convert"; containers?: boolean } & RequestedFile)
  /** Unpacks items of a container from the item number `first` on, or that one alone. */
  | ({ do: "unpack"; first: number; isSingle?: boolean } & RequestedFile)
  | { do: "assemble"; sources: { file: string; title: string }[]; title: string; pages?: ArrangedPage[] }
  | { do: "shrink"; file: string; targetBytes: number }
  /** Writes a copy of a PDF with invisible text; `words` is a file that `writeTextPages` wrote. */
  | { do: "add-text"; file: string; words: string }
  | { do: "thumbnails"; file: string; first: number; end: number; pageMs: number }
  /**
   * Reads pages from index `first` to `end` exclusive, with Tesseract where text layers do not tell everything, and
   * with the second reader where that is unsure, for at most `secondMs` of processor time; 0: not at all.
   */
  | { do: "read"; file: string; first: number; end: number; languages: string[]; secondMs: number }
  /** Draws one page, by its index. */
  | { do: "draw"; file: string; index: number }
  /** Loads everything that the first file would otherwise wait for. */
  | { do: "warm" }
  /** Tries the attacks of a hostile document; only for a sandboxed process that gets no document. */
  | { do: "try"; path: string; port: number };

/** A request as it is sent, with the name of the result file in `outDir`. */
export type SandboxRequestLine = SandboxRequest & { result: string };

/**
 * An answer of a sandboxed process: one line of JSON on its standard output. A document may control the process, so the
 * answer is untrusted.
 */
export type SandboxAnswer =
  | { did: "convert"; pages: number; warnings: Warning[] }
  /** The file is a container; nothing was converted. */
  | { did: "list"; items: Item[] }
  | { did: "unpack"; items: Item[]; written: WrittenItem[] }
  | { did: "assemble"; pages: number }
  | { did: "shrink"; pages: number }
  | { did: "add-text"; pages: number; words: number }
  | { did: "thumbnails"; pictures: number; pages: number }
  /** The number of pages of the PDF; the readings are in the result file. */
  | { did: "read"; pages: number }
  | { did: "draw" }
  | ({ did: "warm" } & OfficeState)
  | { did: "try"; leaks: string[] }
  | { rejected: Refusal; detail: string | null }
  /** An error in Sheaf or a crash of LibreOffice, not a fault of the file. */
  | { failed: string };

/** The name of the result file in `outDir`, or the end of its name. */
export const resultName = "result.pdf";
