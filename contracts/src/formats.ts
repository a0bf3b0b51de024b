/** Every accepted kind of file by extension, with the tag that stands for it on screen. The server's list is the client's list. */
export const formats = {
  pdf: { tag: "PDF", group: "documents" },
  doc: { tag: "DOC", group: "documents" },
  docx: { tag: "DOC", group: "documents" },
  odt: { tag: "DOC", group: "documents" },
  rtf: { tag: "DOC", group: "documents" },
  txt: { tag: "TXT", group: "documents" },
  xls: { tag: "XLS", group: "spreadsheets" },
  xlsx: { tag: "XLS", group: "spreadsheets" },
  ods: { tag: "XLS", group: "spreadsheets" },
  csv: { tag: "CSV", group: "spreadsheets" },
  ppt: { tag: "PPT", group: "slides" },
  pptx: { tag: "PPT", group: "slides" },
  odp: { tag: "PPT", group: "slides" },
  jpg: { tag: "IMG", group: "images" },
  jpeg: { tag: "IMG", group: "images" },
  png: { tag: "IMG", group: "images" },
  bmp: { tag: "IMG", group: "images" },
  tif: { tag: "IMG", group: "images" },
  tiff: { tag: "IMG", group: "images" },
  webp: { tag: "IMG", group: "images" },
  gif: { tag: "IMG", group: "images" },
  heic: { tag: "IMG", group: "images" },
  heif: { tag: "IMG", group: "images" },
} as const;

export type Extension = keyof typeof formats;
export type FormatGroup = (typeof formats)[Extension]["group"];

/** The part after the last dot, lower case, when it is an accepted one. */
export function acceptedExtension(name: string): Extension | undefined {
  const dot = name.lastIndexOf(".");
  const extension = dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
  return Object.hasOwn(formats, extension) ? (extension as Extension) : undefined;
}

/** For a file input's `accept`. */
export const acceptAttribute = Object.keys(formats)
  .map((extension) => `.${extension}`)
  .join(",");
