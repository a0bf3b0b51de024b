import { readFile } from "node:fs/promises";
import { openArchive } from "../detect/archive.ts";

/** Documents whose fonts can be read without parsing them whole; the old binary ones say nothing here. */
export type FontSource = "docx" | "odt" | "pptx" | "odp" | "xlsx" | "rtf" | "doc" | "ppt";

/** Names of the fonts that a document asks for, as its author's program shows them. */
export async function requestedFonts(path: string, format: FontSource): Promise<Set<string>> {
  const names = await readNames(path, format);
  return new Set(
    names.map((name) => name.replaceAll("&amp;", "&").trim()).filter((name) => /^[^+@#\0]{2,60}$/.test(name)),
  );
}

async function readNames(path: string, format: FontSource): Promise<string[]> {
  if (format === "doc" || format === "ppt") return [];
  if (format === "rtf") return rtfFonts((await readFile(path)).toString("latin1"));
  const archive = await openArchive(path);
  try {
    const parts = archive.names.filter((name) => partsWithFonts[format].test(name));
    const read = async (name: string) => (await archive.read(name))?.toString("utf8") ?? "";
    const xml = new Map<string, string>();
    for (const name of parts) xml.set(name, await read(name));
    return readers[format](xml);
  } finally {
    archive.close();
  }
}

const partsWithFonts = {
  docx: /^word\/(document\d*|header\d*|footer\d*|footnotes|endnotes|styles|theme\/theme1)\.xml$/,
  pptx: /^ppt\/(slides\/slide\d+|slideMasters\/slideMaster1|theme\/theme1)\.xml$/,
  xlsx: /^xl\/styles\.xml$/,
  odt: /^(content|styles)\.xml$/,
  odp: /^(content|styles)\.xml$/,
} as const;

type Parts = Map<string, string>;

const readers: Record<keyof typeof partsWithFonts, (parts: Parts) => string[]> = {
  docx: wordFonts,
  pptx: (parts) => {
    const theme = themeFonts(parts.get("ppt/theme/theme1.xml") ?? "");
    const slides = [...parts].filter(([name]) => name.startsWith("ppt/slides/")).map(([, xml]) => xml);
    return [theme.minor, theme.major, ...slides.flatMap((xml) => all(xml, /<a:latin\b[^>]*?typeface="([^"]*)"/g))];
  },
  xlsx: (parts) => all(parts.get("xl/styles.xml") ?? "", /<(?:\w+:)?name\b[^>]*?val="([^"]*)"/g),
  odt: openDocumentFonts,
  odp: openDocumentFonts,
};

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = ""]) => found);

function themeFonts(xml: string): { major: string; minor: string } {
  const latin = (kind: string) =>
    new RegExp(`<a:${kind}Font>\\s*<a:latin\\b[^>]*?typeface="([^"]*)"`).exec(xml)?.[1] ?? "";
  return { major: latin("major"), minor: latin("minor") };
}

/** Fonts of the text itself and of the styles that it uses; a style list names dozens that nothing uses. */
function wordFonts(parts: Parts): string[] {
  const theme = themeFonts(parts.get("word/theme/theme1.xml") ?? "");
  const fontsIn = (xml: string) =>
    all(xml, /<w:rFonts\b([^>]*)>/g).flatMap((attributes) => [
      ...all(attributes, /w:(?:ascii|hAnsi)="([^"]*)"/g),
      ...all(attributes, /w:(?:ascii|hAnsi)Theme="([^"]*)"/g).map((which) =>
        which.startsWith("major") ? theme.major : theme.minor,
      ),
    ]);

  const styles = parts.get("word/styles.xml") ?? "";
  const byId = new Map<string, string>();
  const used = new Set<string>();
  for (const [style, attributes = ""] of styles.matchAll(/<w:style\b([^>]*)>.*?<\/w:style>/gs)) {
    const id = /w:styleId="([^"]*)"/.exec(attributes)?.[1] ?? "";
    byId.set(id, style);
    if (/w:default="(1|true)"/.test(attributes)) used.add(id);
  }
  const texts = [...parts].filter(([name]) => !/styles|theme/.test(name)).map(([, xml]) => xml);
  for (const xml of texts) for (const id of all(xml, /<w:(?:p|r|tbl)Style\s+w:val="([^"]*)"/g)) used.add(id);
  // A set may grow while it is walked: styles that others are based on follow.
  for (const id of used) for (const base of all(byId.get(id) ?? "", /<w:basedOn\s+w:val="([^"]*)"/g)) used.add(base);

  const defaults = /<w:docDefaults>.*?<\/w:docDefaults>/s.exec(styles)?.[0] ?? "";
  return [defaults, ...texts, ...[...used].map((id) => byId.get(id) ?? "")].flatMap(fontsIn);
}

function openDocumentFonts(parts: Parts): string[] {
  return [...parts.values()].flatMap((xml) => all(xml, /\ssvg:font-family="(?:&apos;|')?([^"']*?)(?:&apos;|')?"/g));
}

/** `{\fonttbl{\f0\froman\fcharset0 Times New Roman;}…}`; alternatives and codes in groups of their own are left out. */
function rtfFonts(text: string): string[] {
  const table = /\{\\fonttbl((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/.exec(text)?.[1] ?? "";
  return all(table.replaceAll(/\{\\\*[^{}]*\}/g, ""), /\\f\d+[^;{}]*?\s([^;{}\\]+);/g);
}
