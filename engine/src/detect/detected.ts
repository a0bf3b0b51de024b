import type { FileKind } from "@sheaf/contracts/formats.ts";
import type { PictureKind } from "../image/picture-kind.ts";

/** Further facts about each kind. */
interface Facts extends Record<FileKind, object> {
  image: { picture: PictureKind };
  office: { format: "doc" | "docx" | "odt" | "rtf" | "ppt" | "pptx" | "odp"; lock?: Lock };
  workbook: { format: "xls" | "xlsx" | "ods"; lock?: Lock };
}

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
