/** An invented business document, as a customer would send it. */
export interface Paper {
  /** File name with extension. */
  name: string;
  /** Its media type. */
  type: string;
  bytes: Uint8Array;
  /** One sentence for the screen that describes the paper. */
  about: string;
  /** The password of a protected paper. */
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
