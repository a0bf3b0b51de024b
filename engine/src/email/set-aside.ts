import { setAsideWords } from "../unpack/set-aside.ts";
import { type Attachment, objectType } from "./message.ts";
import { isPicture } from "./message-page.ts";

/** Larger pictures are photos and scans rather than logos. */
const smallPictureBytes = 20 * 1024;

const byType: [RegExp, string][] = [
  [/^application\/(x-)?pkcs7-signature$/, "is a digital signature, not a document."],
  [/^application\/pgp-(signature|keys)$/, "is a digital signature, not a document."],
  [/^text\/(x-)?calendar$/, "is a calendar entry, not a document."],
  [/^text\/(x-)?(vcard|directory)$/, "is a business card, not a document."],
  [
    /^message\/(disposition-notification|delivery-status|feedback-report|external-body)$/,
    "is a report of a mail server, not a document.",
  ],
  [/^text\/rfc822-headers$/, "is a report of a mail server, not a document."],
  [/^application\/applefile$/, "is a file that macOS keeps for itself, not a document."],
];

/** Returns why an attachment is not a document, as words that follow its name; null for a document. */
export function whySetAside(attachment: Attachment, usedIds: Set<string>): string | null {
  const { type, name, sizeBytes, contentId } = attachment;
  if (sizeBytes === 0 && !attachment.isLink) return "is empty.";
  if (type === objectType) return "is an object in the text of the email, not a file.";
  const known = byType.find(([types]) => types.test(type))?.[1] ?? setAsideWords(name);
  if (known !== null) return known;
  if (!isPicture(attachment)) return null;
  if (contentId !== "" && usedIds.has(contentId.toLowerCase())) return "is shown in the text of the email.";
  return sizeBytes < smallPictureBytes ? "is a small picture, such as a logo." : null;
}
