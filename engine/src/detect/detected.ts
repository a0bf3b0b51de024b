import type { FileKind } from "@sheaf/contracts/formats.ts";
import type { PictureKind } from "../image/picture-kind.ts";

/** What is known of each kind besides. */
interface Facts extends Record<FileKind, object> {
  image: { picture: PictureKind };
  office: { format: "doc" | "docx" | "odt" | "rtf" | "ppt" | "pptx" | "odp"; lock?: Lock };
  workbook: { format: "xls" | "xlsx" | "ods"; lock?: Lock };
}

/** What a file is, by its content. */
export type Detected = { [Kind in FileKind]: { kind: Kind } & Facts[Kind] }[FileKind];
export type Lockable = Extract<Detected, { kind: "office" | "workbook" }>;

/** The content is encrypted. */
export interface Lock {
  /**
   * What opens it: the user's password, or the one that Excel tries by itself. Whether it does, LibreOffice finds out.
   */
  password: string;
  /** Where it was opened here already, the content without the lock. */
  container?: Buffer;
}
