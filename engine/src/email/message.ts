/** An email as read from any of its formats. Texts are decoded and have no line breaks, except in the body. */
export interface EmailMessage {
  from: string;
  to: string;
  cc: string;
  bcc: string;
  /** Date and time as shown, with the time zone of the sender where the format keeps it. */
  sent: string;
  subject: string;
  /** In the order in which they are shown. */
  body: BodyText[];
  attachments: Attachment[];
}

/** A text as its sender wrote it; line ends are line feeds. */
export interface BodyText {
  kind: "html" | "text";
  content: string;
}

export interface Attachment {
  /** The name as sent; "" when there is none. */
  name: string;
  /** The media type in lower case; "" when it is not stated. */
  type: string;
  /** Content-ID without angle brackets, by which the HTML shows a picture; "" when there is none. */
  contentId: string;
  sizeBytes: number;
  /** Decodes the content, exactly `sizeBytes`. */
  pieces(): Iterable<Buffer>;
  /** Whether it is a link to a file elsewhere, without content. */
  isLink: boolean;
  /** Whether a part of the content is missing: then `pieces` throws at its end. */
  isDamaged: boolean;
}

/** Returns the whole content of an attachment. */
export function contentOf({ sizeBytes, pieces }: Attachment): Buffer {
  const content = Buffer.alloc(sizeBytes);
  let at = 0;
  for (const piece of pieces()) at += piece.copy(content, at);
  return content;
}

/** Returns the beginning of the content of an attachment, at most 16 kB. */
export function headOf({ pieces }: Attachment): Buffer {
  for (const piece of pieces()) return piece.subarray(0, 16_384);
  return Buffer.alloc(0);
}

/** The type of an object in the text of an email that is no file. */
export const objectType = "application/x-ole-object";
