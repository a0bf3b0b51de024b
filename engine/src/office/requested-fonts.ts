import { readFile } from "node:fs/promises";
import { openArchive } from "../detect/archive.ts";
import { withUsualPrefixes } from "../xml/usual-prefixes.ts";
import { withUsualTags } from "../xml/usual-tags.ts";

/** Formats whose fonts are read. From old binary formats and those of other programs none are. */
export type FontSource = "docx" | "odt" | "pptx" | "odp" | "xlsx" | "rtf" | WithoutFonts;
type WithoutFonts = "doc" | "ppt" | "pages" | "key" | "wpd" | "wps";
const isWithoutFonts = (format: FontSource): format is WithoutFonts => withoutFonts.has(format);
const withoutFonts = new Set<FontSource>(["doc", "ppt", "pages", "key", "wpd", "wps"]);

/** Returns the names of the fonts that a document uses, as its author's program shows them. */
export async function requestedFonts(path: string, format: FontSource): Promise<Set<string>> {
  const names = await readNames(path, format);
  return new Set(
    names.map((name) => name.replaceAll("&amp;", "&").trim()).filter((name) => /^[^+@#\0]{2,60}$/.test(name)),
  );
}

async function readNames(path: string, format: FontSource): Promise<string[]> {
  if (isWithoutFonts(format)) return [];
  if (format === "rtf") return rtfFonts((await readFile(path)).toString("latin1"));
  using archive = await openArchive(path);
  const xml = new Map<string, string>();
  for (const name of archive.names.filter((each) => partsWithFonts[format].test(each)))
    xml.set(name, withUsualPrefixes(withUsualTags((await archive.read(name))?.toString("utf8") ?? "")));
  return readers[format](xml);
}

/** Programs in the browser add a number to names: "document2", "styles2", "theme11". */
const partsWithFonts = {
  docx: /^word\/(document\d*|header\d*|footer\d*|footnotes\d*|endnotes\d*|styles\d*|theme\/theme\d+)\.xml$/,
  pptx: /^ppt\/(slides\/slide\d+|slideMasters\/slideMaster1|theme\/theme1)\.xml$/,
  xlsx: /^xl\/styles\d*\.xml$/,
  odt: /^(content|styles)\.xml$/,
  odp: /^(content|styles)\.xml$/,
} as const;

/*
 * Parts are searched with regular expressions instead of the XML parser, since every part with text of every document
 * is read: 5 MB of Word's markup take 3 ms of processor time, and with the parser 200 ms, or 1 s in a new process.
 */
type Parts = Map<string, string>;

const readers: Record<keyof typeof partsWithFonts, (parts: Parts) => string[]> = {
  docx: wordFonts,
  pptx: (parts) => {
    const theme = themeFonts(parts.get("ppt/theme/theme1.xml") ?? "");
    const slides = [...parts].filter(([name]) => name.startsWith("ppt/slides/")).map(([, xml]) => xml);
    return [theme.minor, theme.major, ...slides.flatMap((xml) => all(xml, /<a:latin\b[^>]*?typeface="([^"]*)"/g))];
  },
  xlsx: (parts) => sheetFonts(partNamed(parts, /styles/)),
  odt: openDocumentFonts,
  odp: openDocumentFonts,
};

const partNamed = (parts: Parts, pattern: RegExp): string => [...parts].find(([name]) => pattern.test(name))?.[1] ?? "";

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = ""]) => found);

/**
 * Returns the fonts of the cell formats (ECMA-376-1, 18.8.10); further fonts are listed for styles that cells may not
 * use.
 */
function sheetFonts(styles: string): string[] {
  const list = (name: string) =>
    new RegExp(`<(?:\\w+:)?${name}\\b[^>]*>(.*?)</(?:\\w+:)?${name}>`, "s").exec(styles)?.[1] ?? "";
  const fonts = all(list("fonts"), /<(?:\w+:)?font\b[^>]*?(?:\/>|>(.*?)<\/(?:\w+:)?font>)/gs);
  const used = new Set(all(list("cellXfs"), /<(?:\w+:)?xf\b[^>]*?\sfontId="(\d+)"/g));
  return fonts.flatMap((font, number) =>
    used.has(String(number)) ? all(font, /<(?:\w+:)?name\b[^>]*?val="([^"]*)"/g) : [],
  );
}

function themeFonts(xml: string): { major: string; minor: string } {
  const latin = (kind: string) =>
    new RegExp(`<a:${kind}Font>\\s*<a:latin\\b[^>]*?typeface="([^"]*)"`).exec(xml)?.[1] ?? "";
  return { major: latin("major"), minor: latin("minor") };
}

/** Returns the fonts of the text and of the styles that it uses; a list of styles names dozens of unused fonts. */
function wordFonts(parts: Parts): string[] {
  const theme = themeFonts(partNamed(parts, /theme/));
  const fontsIn = (xml: string) =>
    all(xml, /<w:rFonts\b([^>]*)>/g).flatMap((attributes) => [
      ...all(attributes, /w:(?:ascii|hAnsi)="([^"]*)"/g),
      ...all(attributes, /w:(?:ascii|hAnsi)Theme="([^"]*)"/g).map((which) =>
        which.startsWith("major") ? theme.major : theme.minor,
      ),
    ]);

  const styles = partNamed(parts, /styles/);
  const byId = new Map<string, string>();
  const used = new Set<string>();
  for (const [style, attributes = ""] of styles.matchAll(/<w:style\b([^>]*)>.*?<\/w:style>/gs)) {
    const id = /w:styleId="([^"]*)"/.exec(attributes)?.[1] ?? "";
    byId.set(id, style);
    if (/w:default="(1|true)"/.test(attributes)) used.add(id);
  }
  const texts = [...parts].filter(([name]) => !/styles|theme/.test(name)).map(([, xml]) => xml);
  for (const xml of texts) for (const id of all(xml, /<w:(?:p|r|tbl)Style\s+w:val="([^"]*)"/g)) used.add(id);
  // The set grows while it is iterated: base styles are added at the end.
  for (const id of used) for (const base of all(byId.get(id) ?? "", /<w:basedOn\s+w:val="([^"]*)"/g)) used.add(base);

  const defaults = /<w:docDefaults>.*?<\/w:docDefaults>/s.exec(styles)?.[0] ?? "";
  return [defaults, ...texts.map(fontsOfWords), ...[...used].map((id) => byId.get(id) ?? "")].flatMap(fontsIn);
}

/** Matches fonts, texts, and the end tags of the elements for which a font is stated. */
const fontOrText = /(<w:rFonts\b[^<>]*>)|<w:t\b[^<>]*>([^<]*)|<\/w:(?:r|pPr)>/g;

/**
 * Returns the fonts of letters and digits only: Word sets check boxes in a Japanese font, and states fonts for
 * paragraph marks.
 */
function fontsOfWords(xml: string): string {
  const fonts: string[] = [];
  let stated = "";
  for (const [, font, text] of xml.matchAll(fontOrText)) {
    if (text !== undefined) {
      if (/[^\s\u2600-\u27bf]/.test(text)) fonts.push(stated);
    } else if (font === undefined) stated = "";
    else stated ||= font; // a font replaced by a tracked change comes second
  }
  return fonts.join("");
}

/**
 * Characters that are set in a style's other two fonts: Chinese, Japanese and Korean, and the scripts from Hebrew to
 * Khmer.
 */
const otherScripts = {
  "-asian": /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef]/,
  "-complex": /[\u0590-\u109f\u1780-\u17ff]/,
};

/**
 * Returns the font of each used style, its own or the inherited one. Speaker notes are ignored, since they are not
 * printed.
 */
function openDocumentFonts(parts: Parts): string[] {
  const xml = [...parts.values()].join("").replaceAll(/<presentation:notes\b.*?<\/presentation:notes>/gs, "");
  const value = (markup: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(markup)?.[1];
  const families = new Map<string, string | undefined>();
  for (const [face] of xml.matchAll(/<style:font-face\b[^>]*>/g))
    families.set(value(face, "style:name") ?? "", value(face, "svg:font-family"));

  const styles = new Map<string, { markup: string; basis: string }>();
  for (const [markup, kind, start = ""] of xml.matchAll(
    /<style:(style|default-style)\b([^>]*?)(?:\/>|>.*?<\/style:\1>)/gs,
  )) {
    const basis = `the default of ${value(start, "style:family")}`;
    if (kind === "style")
      styles.set(value(start, "style:name") ?? "", { markup, basis: value(start, "style:parent-style-name") ?? basis });
    else styles.set(basis, { markup, basis: "" });
  }
  const fontOf = (name: string, script: string, steps = 30): string | undefined => {
    const style = styles.get(name);
    if (!style || steps === 0) return undefined;
    const { markup, basis } = style;
    const face = value(markup, `style:font-name${script}`);
    const own = face === undefined ? value(markup, `(?:fo|style):font-family${script}`) : families.get(face);
    return own ?? fontOf(basis, script, steps - 1);
  };

  const text = [...xml.matchAll(/<office:(body|master-styles)\b.*?<\/office:\1>/gs)].map(([found]) => found).join("");
  const scripts = Object.entries(otherScripts).flatMap(([script, signs]) => (signs.test(text) ? [script] : []));
  const used = [...new Set(all(text, /\s\w+:(?:text-)?style-name="([^"]*)"/g))];
  return used
    .flatMap((name) => ["", ...scripts].map((script) => fontOf(name, script) ?? ""))
    .map((name) => name.replaceAll(/&apos;|'/g, ""));
}

/** Matches the character set in a font name: older programs listed a font once for each character set. */
const characterSet = / (?:CE|Cyr|Greek|Tur|Baltic|\((?:Hebrew|Arabic|Thai|Vietnamese)\))$/;

/** Matches an RTF group that begins with the given control word, including nested groups. */
const groupOf = (word: string) => new RegExp(String.raw`\{\\${word}((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}`);

/**
 * Returns the fonts of an RTF font table such as `{\fonttbl{\f0\froman\fcharset0 Times New Roman;}}` that the text
 * switches to, and the default font. Alternative names and codes in nested groups are ignored. Styles are ignored too,
 * since RTF repeats their properties in the text.
 */
function rtfFonts(text: string): string[] {
  const table = groupOf("fonttbl").exec(text)?.[1] ?? "";
  const body = text.replace(groupOf("fonttbl"), "").replace(groupOf("stylesheet"), "");
  const used = new Set([/\\deff(\d+)/.exec(text)?.[1] ?? "0", ...all(body, /\\f(\d+)/g)]);
  const fonts = table.replaceAll(/\{\\\*[^{}]*\}/g, " ").matchAll(/\\f(\d+)[^;{}]*?\s([^;{}\\]+);/g);
  return [...fonts].flatMap(([, number = "", name = ""]) => (used.has(number) ? [name.replace(characterSet, "")] : []));
}
