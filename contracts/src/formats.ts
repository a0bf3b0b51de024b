/** Groups of formats, as listed on screen. */
export const formatGroups = {
  documents: { label: "Documents", inHelp: "Documents", atLimit: "Split it or save it as PDF and replace it." },
  spreadsheets: {
    label: "Spreadsheets",
    inHelp: "Spreadsheets",
    atLimit: "Split it or save it as PDF and replace it.",
  },
  slides: { label: "Slides", inHelp: "Slides", atLimit: "Save it as PDF and replace it." },
  images: { label: "Images", inHelp: "Pictures", atLimit: "Save it with fewer pixels and replace it." },
} as const;
export type FormatGroup = keyof typeof formatGroups;

interface Format {
  /** Short label on screen. */
  tag: string;
  group: FormatGroup;
  /**
   * Expected kind of content, which selects the converter (engine/src/convert.ts); the actual content takes precedence.
   */
  kind: string;
  /**
   * Set for formats that LibreOffice lays out: conversion time per byte, relative to formats that are mostly copied.
   */
  officeWork?: number;
  /** Already compressed; compressing it again would only take time. */
  packed?: true;
  /** A document that may have further documents attached, each converted like an uploaded file. */
  attachments?: true;
}

/** Every accepted file type by extension, used by both the server and the client. */
export const formats = {
  pdf: { tag: "PDF", group: "documents", kind: "pdf", packed: true },
  doc: { tag: "DOC", group: "documents", kind: "office", officeWork: 20 },
  docx: { tag: "DOC", group: "documents", kind: "office", officeWork: 20, packed: true },
  odt: { tag: "DOC", group: "documents", kind: "office", officeWork: 20, packed: true },
  rtf: { tag: "DOC", group: "documents", kind: "office", officeWork: 20 },
  docm: { tag: "DOC", group: "documents", kind: "office", officeWork: 20, packed: true },
  dotx: { tag: "DOC", group: "documents", kind: "office", officeWork: 20, packed: true },
  dotm: { tag: "DOC", group: "documents", kind: "office", officeWork: 20, packed: true },
  dot: { tag: "DOC", group: "documents", kind: "office", officeWork: 20 },
  ott: { tag: "DOC", group: "documents", kind: "office", officeWork: 20, packed: true },
  fodt: { tag: "DOC", group: "documents", kind: "office", officeWork: 20 },
  pages: { tag: "DOC", group: "documents", kind: "office", officeWork: 20, packed: true },
  wpd: { tag: "DOC", group: "documents", kind: "office", officeWork: 20 },
  wps: { tag: "DOC", group: "documents", kind: "office", officeWork: 20 },
  txt: { tag: "TXT", group: "documents", kind: "text", officeWork: 20 },
  xml: { tag: "XML", group: "documents", kind: "invoice", attachments: true },
  html: { tag: "WEB", group: "documents", kind: "web-page", officeWork: 20 },
  htm: { tag: "WEB", group: "documents", kind: "web-page", officeWork: 20 },
  mht: { tag: "WEB", group: "documents", kind: "web-page", officeWork: 20 },
  mhtml: { tag: "WEB", group: "documents", kind: "web-page", officeWork: 20 },
  xls: { tag: "XLS", group: "spreadsheets", kind: "workbook", officeWork: 20 },
  xlsx: { tag: "XLS", group: "spreadsheets", kind: "workbook", officeWork: 20, packed: true },
  ods: { tag: "XLS", group: "spreadsheets", kind: "workbook", officeWork: 40, packed: true },
  xlsm: { tag: "XLS", group: "spreadsheets", kind: "workbook", officeWork: 20, packed: true },
  xltx: { tag: "XLS", group: "spreadsheets", kind: "workbook", officeWork: 20, packed: true },
  xltm: { tag: "XLS", group: "spreadsheets", kind: "workbook", officeWork: 20, packed: true },
  xlsb: { tag: "XLS", group: "spreadsheets", kind: "workbook", officeWork: 40, packed: true },
  xlt: { tag: "XLS", group: "spreadsheets", kind: "workbook", officeWork: 20 },
  ots: { tag: "XLS", group: "spreadsheets", kind: "workbook", officeWork: 40, packed: true },
  fods: { tag: "XLS", group: "spreadsheets", kind: "workbook", officeWork: 40 },
  numbers: { tag: "XLS", group: "spreadsheets", kind: "workbook", officeWork: 40, packed: true },
  csv: { tag: "CSV", group: "spreadsheets", kind: "csv", officeWork: 40 },
  ppt: { tag: "PPT", group: "slides", kind: "office", officeWork: 20 },
  pptx: { tag: "PPT", group: "slides", kind: "office", officeWork: 20, packed: true },
  odp: { tag: "PPT", group: "slides", kind: "office", officeWork: 20, packed: true },
  pptm: { tag: "PPT", group: "slides", kind: "office", officeWork: 20, packed: true },
  potx: { tag: "PPT", group: "slides", kind: "office", officeWork: 20, packed: true },
  potm: { tag: "PPT", group: "slides", kind: "office", officeWork: 20, packed: true },
  ppsx: { tag: "PPT", group: "slides", kind: "office", officeWork: 20, packed: true },
  ppsm: { tag: "PPT", group: "slides", kind: "office", officeWork: 20, packed: true },
  pot: { tag: "PPT", group: "slides", kind: "office", officeWork: 20 },
  pps: { tag: "PPT", group: "slides", kind: "office", officeWork: 20 },
  otp: { tag: "PPT", group: "slides", kind: "office", officeWork: 20, packed: true },
  fodp: { tag: "PPT", group: "slides", kind: "office", officeWork: 20 },
  key: { tag: "PPT", group: "slides", kind: "office", officeWork: 20, packed: true },
  jpg: { tag: "IMG", group: "images", kind: "image", packed: true },
  jpeg: { tag: "IMG", group: "images", kind: "image", packed: true },
  png: { tag: "IMG", group: "images", kind: "image", packed: true },
  bmp: { tag: "IMG", group: "images", kind: "image" },
  tif: { tag: "IMG", group: "images", kind: "image" },
  tiff: { tag: "IMG", group: "images", kind: "image" },
  webp: { tag: "IMG", group: "images", kind: "image", packed: true },
  gif: { tag: "IMG", group: "images", kind: "image", packed: true },
  heic: { tag: "IMG", group: "images", kind: "image", packed: true },
  heif: { tag: "IMG", group: "images", kind: "image", packed: true },
  avif: { tag: "IMG", group: "images", kind: "image", packed: true },
  avifs: { tag: "IMG", group: "images", kind: "image", packed: true },
  jp2: { tag: "IMG", group: "images", kind: "image", packed: true },
  j2k: { tag: "IMG", group: "images", kind: "image", packed: true },
  jpx: { tag: "IMG", group: "images", kind: "image", packed: true },
  jpf: { tag: "IMG", group: "images", kind: "image", packed: true },
  svg: { tag: "IMG", group: "images", kind: "drawing", officeWork: 20 },
  svgz: { tag: "IMG", group: "images", kind: "drawing", officeWork: 20, packed: true },
  emf: { tag: "IMG", group: "images", kind: "drawing", officeWork: 20 },
  wmf: { tag: "IMG", group: "images", kind: "drawing", officeWork: 20 },
} as const satisfies Record<string, Format>;

export type Extension = keyof typeof formats;
export type FileKind = (typeof formats)[Extension]["kind"];

/** Returns the part after the last dot in lower case when it is an accepted extension. */
export function acceptedExtension(name: string): Extension | undefined {
  const extension = extensionOf(name);
  return Object.hasOwn(formats, extension) ? (extension as Extension) : undefined;
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** Returns the format that the extension of a name indicates; undefined when it is not accepted. */
export function formatOf(name: string): (Format & { kind: FileKind }) | undefined {
  const extension = acceptedExtension(name);
  return extension && formats[extension];
}

/**
 * Returns whether files of this kind are plain text. Their content has no signature, so only the name tells text from
 * CSV.
 */
export const isPlainText = (kind: FileKind): kind is "text" | "csv" => kind === "text" || kind === "csv";

/** Groups of containers, as listed on screen. */
export const containerGroups = {
  archives: { label: "Archives", inHelp: "Archives", atLimit: "Unpack it and add the files inside." },
  emails: { label: "Emails", inHelp: "Emails", atLimit: "Save its attachments and add them." },
  signed: { label: "Signed files", inHelp: "Signed files", atLimit: "Save the document inside and add it." },
} as const;
type ContainerGroup = keyof typeof containerGroups;

interface ContainerFormat {
  /** Short label on screen. */
  tag: string;
  group: ContainerGroup;
  /** Expected kind of container; the actual content takes precedence. */
  kind: string;
  /** Already compressed; compressing it again would only take time. */
  packed?: true;
  /** Listed instead of the extension in capitals. */
  shown?: string;
}

/**
 * Files that contain other files, by extension. A container is unpacked and each file inside is converted like any
 * other; it is not a document itself.
 */
export const containers = {
  zip: { tag: "ZIP", group: "archives", kind: "zip", packed: true },
  eml: { tag: "MAIL", group: "emails", kind: "email" },
  msg: { tag: "MAIL", group: "emails", kind: "email" },
  dat: { tag: "MAIL", group: "emails", kind: "email", shown: "winmail.dat" },
  p7m: { tag: "P7M", group: "signed", kind: "signed" },
} as const satisfies Record<string, ContainerFormat>;

export type ContainerExtension = keyof typeof containers;

/** Returns the part after the last dot in lower case when it is the extension of a container. */
export function containerExtension(name: string): ContainerExtension | undefined {
  const extension = extensionOf(name);
  return Object.hasOwn(containers, extension) ? (extension as ContainerExtension) : undefined;
}

/** Returns the part after the last dot in lower case when a file with it can be uploaded: a document or a container. */
export const uploadExtension = (name: string): Extension | ContainerExtension | undefined =>
  acceptedExtension(name) ?? containerExtension(name);

/** Returns whether a file with this name may become several documents; how many is known once it has been unpacked. */
export const mayHoldDocuments = (name: string): boolean =>
  containerExtension(name) !== undefined || formatOf(name)?.attachments === true;

const accepted: Record<string, Pick<Format | ContainerFormat, "tag" | "group"> & { shown?: string }> = {
  ...formats,
  ...containers,
};

/** Returns the short label for a file with this name; undefined when files of its type are not accepted. */
export function tagOf(name: string): string | undefined {
  const extension = uploadExtension(name);
  return extension && accepted[extension]?.tag;
}

/** For lists of accepted formats: documents, then containers, with their extensions in capitals. */
export const formatsByGroup = Object.entries({ ...formatGroups, ...containerGroups }).map(([group, words]) => ({
  ...words,
  extensions: Object.entries(accepted).flatMap(([name, format]) =>
    format.group === group ? [format.shown ?? name.toUpperCase()] : [],
  ),
}));

/** For a file input's `accept`. */
export const acceptAttribute = Object.keys(accepted)
  .map((extension) => `.${extension}`)
  .join(",");
