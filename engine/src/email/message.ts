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
  /** Content-Location, another way to show a picture. */
  location: string;
  sizeBytes: number;
  /** Decodes the content, exactly `sizeBytes`. */
  pieces(): Iterable<Buffer>;
  /** Whether it is a link to a file elsewhere, without content. */
  isLink: boolean;
}
