import type { FileKind } from "@sheaf/contracts/formats.ts";
import type { DrawingKind } from "../drawing/drawing-kind.ts";
import type { PictureKind } from "../image/picture-kind.ts";
import type { InvoiceSyntax } from "../invoice/syntax.ts";

/** Further facts about each kind. */
interface Facts extends Record<FileKind, object> {
  image: { picture: PictureKind };
  drawing: { drawing: DrawingKind };
  office: OfficeFacts<OfficeFormat>;
  workbook: OfficeFacts<WorkbookFormat>;
  invoice: { syntax: InvoiceSyntax };
}

interface OfficeFacts<Format> {
  format: Format;
  lock?: Lock;
  /** The file as a package, where its own form is another. */
  container?: Buffer;
  hasMacros?: boolean;
}

/** Formats that LibreOffice reads, as extensions by which it recognises them. */
type OfficeFormat = "doc" | "docx" | "odt" | "rtf" | "ppt" | "pptx" | "odp" | "pages" | "key" | "wpd" | "wps";
type WorkbookFormat = "xls" | "xlsx" | "xlsb" | "ods" | "numbers";

/** The kind of a file, detected by its content. */
export type Detected = { [Kind in FileKind]: { kind: Kind } & Facts[Kind] }[FileKind];
export type Lockable = Extract<Detected, { kind: "office" | "workbook" }>;

/** How encrypted content is opened. */
export interface Lock {
  /**
   * The user's password, or the one that Excel tries by default. Without `container`, LibreOffice finds out whether it
   * is correct.
   */
  password: string;
  /** The decrypted content, if it was decrypted here already. */
  container?: Buffer;
}
