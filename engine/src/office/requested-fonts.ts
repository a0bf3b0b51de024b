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
  using archive = await openArchive(path);
  const xml = new Map<string, string>();
  for (const name of archive.names.filter((each) => partsWithFonts[format].test(each)))
    xml.set(name, (await archive.read(name))?.toString("utf8") ?? "");
  return readers[format](xml);
}

const partsWithFonts = {
  docx: /^word\/(document\d*|header\d*|footer\d*|footnotes|endnotes|styles|theme\/theme1)\.xml$/,
  pptx: /^ppt\/(slides\/slide\d+|slideMasters\/slideMaster1|theme\/theme1)\.xml$/,
  xlsx: /^xl\/styles\.xml$/,
  odt: /^(content|styles)\.xml$/,
  odp: /^(content|styles)\.xml$/,
} as const;

/*
 * Parts are looked through by regular expressions and not by the XML reader, since every part with text is read of
 * every document: 3 ms of processor time for 5 MB of Word's markup, where the reader takes 200 ms, and 1 s in a process
 * that has just begun.
 */
type Parts = Map<string, string>;

const readers: Record<keyof typeof partsWithFonts, (parts: Parts) => string[]> = {
  docx: wordFonts,
  pptx: (parts) => {
    const theme = themeFonts(parts.get("ppt/theme/theme1.xml") ?? "");
    const slides = [...parts].filter(([name]) => name.startsWith("ppt/slides/")).map(([, xml]) => xml);
    return [theme.minor, theme.major, ...slides.flatMap((xml) => all(xml, /<a:latin\b[^>]*?typeface="([^"]*)"/g))];
  },
  xlsx: (parts) => sheetFonts(parts.get("xl/styles.xml") ?? ""),
  odt: openDocumentFonts,
  odp: openDocumentFonts,
};

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = ""]) => found);

/**
 * Fonts of the formats that cells can have (ECMA-376-1, 18.8.10); others are listed for styles that no cell needs to
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
  return [defaults, ...texts.map(fontsOfWords), ...[...used].map((id) => byId.get(id) ?? "")].flatMap(fontsIn);
}

/** Fonts, texts, and the ends of what a font is stated for. */
const fontOrText = /(<w:rFonts\b[^<>]*>)|<w:t\b[^<>]*>([^<]*)|<\/w:(?:r|pPr)>/g;

/**
 * The fonts of letters and figures alone: Word sets boxes to be ticked in a Japanese one, and gives fonts to the ends
 * of paragraphs.
 */
function fontsOfWords(xml: string): string {
  const fonts: string[] = [];
  let stated = "";
  for (const [, font, text] of xml.matchAll(fontOrText)) {
    if (text !== undefined) {
      if (/[^\s\u2600-\u27bf]/.test(text)) fonts.push(stated);
    } else if (font === undefined) stated = "";
    else stated ||= font; // what a tracked change replaced comes second
  }
  return fonts.join("");
}

/** Signs that are set in a style's other two fonts: Chinese, Japanese and Korean, and those from Hebrew to Khmer. */
const otherScripts = {
  "-asian": /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef]/,
  "-complex": /[\u0590-\u109f\u1780-\u17ff]/,
};

/**
 * The font of each style that is used, its own or the one it takes over; what is written for speakers is not printed.
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

/** Older programs listed a font once for each set of letters that it has. */
const letterSet = / (?:CE|Cyr|Greek|Tur|Baltic|\((?:Hebrew|Arabic|Thai|Vietnamese)\))$/;

/** A group of RTF that begins with the given word, with those inside it. */
const groupOf = (word: string) => new RegExp(String.raw`\{\\${word}((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}`);

/**
 * `{\fonttbl{\f0\froman\fcharset0 Times New Roman;}…}`; alternatives and codes in groups of their own are left out. Of
 * these fonts only those that the text switches to, and the one it begins with: it repeats what its styles say, so
 * those are not looked at.
 */
function rtfFonts(text: string): string[] {
  const table = groupOf("fonttbl").exec(text)?.[1] ?? "";
  const body = text.replace(groupOf("fonttbl"), "").replace(groupOf("stylesheet"), "");
  const used = new Set([/\\deff(\d+)/.exec(text)?.[1] ?? "0", ...all(body, /\\f(\d+)/g)]);
  const fonts = table.replaceAll(/\{\\\*[^{}]*\}/g, " ").matchAll(/\\f(\d+)[^;{}]*?\s([^;{}\\]+);/g);
  return [...fonts].flatMap(([, number = "", name = ""]) => (used.has(number) ? [name.replace(letterSet, "")] : []));
}
