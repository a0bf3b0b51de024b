interface Format {
  /** Stands for it on screen. */
  tag: string;
  group: "documents" | "spreadsheets" | "slides" | "images";
  /** Words without any signature: only the name tells how they are meant to be read. */
  words?: "text" | "csv";
}

/** Every accepted kind of file by extension. The server's list is the client's list. */
export const formats = {
  pdf: { tag: "PDF", group: "documents" },
  doc: { tag: "DOC", group: "documents" },
  docx: { tag: "DOC", group: "documents" },
  odt: { tag: "DOC", group: "documents" },
  rtf: { tag: "DOC", group: "documents" },
  txt: { tag: "TXT", group: "documents", words: "text" },
  xls: { tag: "XLS", group: "spreadsheets" },
  xlsx: { tag: "XLS", group: "spreadsheets" },
  ods: { tag: "XLS", group: "spreadsheets" },
  csv: { tag: "CSV", group: "spreadsheets", words: "csv" },
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
} as const satisfies Record<string, Format>;

export type Extension = keyof typeof formats;
export type FormatGroup = Format["group"];

/** The part after the last dot, lower case, when it is an accepted one. */
export function acceptedExtension(name: string): Extension | undefined {
  const dot = name.lastIndexOf(".");
  const extension = dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
  return Object.hasOwn(formats, extension) ? (extension as Extension) : undefined;
}

/** How words under this extension are meant; undefined for a format that is told by its content. */
export const wordsOf = (extension: Extension): Format["words"] => (formats[extension] as Format).words;

/** For a file input's `accept`. */
export const acceptAttribute = Object.keys(formats)
  .map((extension) => `.${extension}`)
  .join(",");
