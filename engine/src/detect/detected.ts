import type { PictureKind } from "../image/sniff.ts";

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
