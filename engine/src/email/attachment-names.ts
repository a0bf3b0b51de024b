import { safeFileName } from "@sheaf/contracts/file-names.ts";
import { acceptedExtension, containerExtension } from "@sheaf/contracts/formats.ts";
import { asciiLines } from "./eml-start.ts";
import { decodeValue, fieldValue, parseFields } from "./header-fields.ts";

/** Extensions by media type, for attachments without one. */
const extensions: Record<string, string> = {
  "application/pdf": "pdf",
  "application/x-pdf": "pdf",
  "application/msword": "doc",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.oasis.opendocument.text": "odt",
  "application/rtf": "rtf",
  "text/rtf": "rtf",
  "application/vnd.ms-excel": "xls",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.oasis.opendocument.spreadsheet": "ods",
  "text/csv": "csv",
  "application/vnd.ms-powerpoint": "ppt",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
  "application/vnd.oasis.opendocument.presentation": "odp",
  "text/plain": "txt",
  "text/html": "html",
  "text/xml": "xml",
  "application/xml": "xml",
  "image/jpeg": "jpg",
  "image/jpg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/bmp": "bmp",
  "image/tiff": "tif",
  "image/webp": "webp",
  "image/heic": "heic",
  "image/heif": "heif",
  "application/zip": "zip",
  "application/x-zip-compressed": "zip",
  "message/rfc822": "eml",
  "application/vnd.ms-outlook": "msg",
  "application/ms-tnef": "dat",
  "application/vnd.ms-tnef": "dat",
  "text/calendar": "ics",
  "text/vcard": "vcf",
  "text/x-vcard": "vcf",
  "application/pkcs7-mime": "p7m",
  "application/x-pkcs7-mime": "p7m",
  "application/pkcs7-signature": "p7s",
  "application/x-pkcs7-signature": "p7s",
};

/** Content that says itself what it is, for attachments whose type says nothing. */
const signatures: [string, string][] = [
  ["%PDF-", "pdf"],
  ["\xff\xd8\xff", "jpg"],
  ["\x89PNG", "png"],
];

/** What an attachment without a name is called. */
function unnamed(type: string, readHead: () => Buffer): string {
  if (type.startsWith("image/")) return "Picture";
  if (type !== attachedEmail) return "Attachment";
  const fields = parseFields(asciiLines(readHead()));
  return decodeValue(fieldValue(fields, "subject") ?? "") || "Email";
}

const attachedEmail = "message/rfc822";

/**
 * Returns a safe file name for an attachment. One without a known extension gets that of its type or content, because
 * the name chooses how plain text is read, and files with unknown extensions are refused. An attached email without a
 * name is called by its subject.
 * @param readHead returns the first bytes of the content
 */
export function attachmentName(name: string, type: string, readHead: () => Buffer): string {
  const given = name.trim() === "" ? "" : safeFileName(name.replaceAll(/\s+/g, " "));
  const isKnown = acceptedExtension(given) !== undefined || containerExtension(given) !== undefined;
  if (isKnown && type !== attachedEmail) return given;
  const extension = (Object.hasOwn(extensions, type) ? extensions[type] : undefined) ?? extensionIn(readHead());
  const isNamedSo = extension !== undefined && given.toLowerCase().endsWith(`.${extension}`);
  const stem = given || unnamed(type, readHead);
  return safeFileName(extension === undefined || isNamedSo ? stem : `${stem}.${extension}`);
}

const extensionIn = (head: Buffer): string | undefined =>
  signatures.find(([signature]) => head.toString("latin1", 0, 8).startsWith(signature))?.[1];
