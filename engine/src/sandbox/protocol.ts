import type { Refusal, Warning } from "@sheaf/contracts/refusals.ts";
import type { ArrangedPage } from "../engine-api.ts";
import type { FoundOffice } from "../office/find-office.ts";
import type { OfficeState } from "../office/open-office.ts";
import type { Item, WrittenItem } from "../unpack/item.ts";
import type { SandboxFolders } from "./launcher.ts";

/** What a sandboxed process's process is started with: one JSON argument. Folders are as seen from inside. */
export interface SandboxStart extends SandboxFolders {
  locale: string;
  office: FoundOffice | null;
}

/** One line of JSON on the sandboxed process's standard input each. File names have no folder: they lie in `inDir`. */
export type SandboxRequest =
  | { do: "convert"; file: string; name: string; sizeBytes: number; password?: string; containers?: boolean }
  /** Some items of a container; `first` is counted among those that can be unpacked. */
  | { do: "unpack"; file: string; first: number }
  | { do: "assemble"; sources: { file: string; title: string }[]; title: string; pages?: ArrangedPage[] }
  | { do: "shrink"; file: string; targetBytes: number }
  | { do: "thumbnails"; file: string; first: number; end: number; pageMs: number }
  /** Everything that a first file would have to wait for. */
  | { do: "warm" }
  /** What a hostile document would try; asked of a sandboxed process that sees none. */
  | { do: "try"; path: string; port: number };

/** As it is sent, with the name of the file in `outDir` that takes the result. */
export type SandboxRequestLine = SandboxRequest & { result: string };

/**
 * One line of JSON on standard output each. From a sandboxed process that a document may have taken over, so nothing in
 * it is believed.
 */
export type SandboxAnswer =
  | { did: "convert"; pages: number; warnings: Warning[] }
  /** The file is a container, and nothing was converted. */
  | { did: "list"; items: Item[] }
  | { did: "unpack"; items: Item[]; written: WrittenItem[] }
  | { did: "assemble"; pages: number }
  | { did: "shrink"; pages: number }
  | { did: "thumbnails"; pictures: number; pages: number }
  | ({ did: "warm" } & OfficeState)
  | { did: "try"; leaks: string[] }
  | { rejected: Refusal; detail: string | null }
  /** Not the file's verdict: a bug of ours, or LibreOffice died. */
  | { failed: string };

/** The file that a sandboxed process leaves in `outDir`, or the end of its name. */
export const resultName = "result.pdf";
