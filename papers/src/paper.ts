/** An invented paper as somebody would send it. */
export interface Paper {
  /** The file's name, its ending included. */
  name: string;
  /** Its media type. */
  type: string;
  bytes: Uint8Array;
  /** One sentence for the screen: what it is. */
  about: string;
  /** What opens it, where it is protected. */
  password?: string;
}

export const mediaTypes = {
  csv: "text/csv",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  jpg: "image/jpeg",
  pdf: "application/pdf",
  png: "image/png",
  tif: "image/tiff",
  txt: "text/plain",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
