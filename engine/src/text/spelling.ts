import iconv from "iconv-lite";

/**
 * Letters beyond ASCII by language. The first western line is for English, which has words and names of many languages.
 * Polish and Romanian are detected otherwise.
 */
const western = [
  "àáâäçèéêëîíïñóôöùúûüßœæÿ",
  "àáâãçéêíñóôõúüªº",
  "àèéìíîòóùú",
  "åæäéèêëöøòôü",
  "áðéíóöúýþæ",
  "áðíóúýæø",
  "åäéõöšüž",
];
/** Slovene, Croatian, Bosnian and Serbian; Czech; Slovak; Hungarian. */
const central = ["čćđšž", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű"];
const turkish = ["âçğıİîöşûü"];
/** Lithuanian and Latvian. */
const baltic = ["ąčęėįšųūž", "āčēģīķļņšūž"];

/** Share of words that must match: every text holds some foreign names. */
const nearlyAllWords = 0.95;
/** Required number of words more than in Windows-1252: a brand name and a loan word do not prove another language. */
const minForeignWords = 2;

/**
 * Detects an encoding by words whose letters belong to one language, and in Windows-1252 to no western one. Statistics
 * mistake some languages, most short texts, and texts of other operating systems for Windows-1252.
 * @returns the encoding in which nearly every word is spelt in one language's letters, and more words than in any other
 */
export function detectBySpelling(sample: Buffer): string | undefined {
  const read = (encoding: string, alphabets: string[]) => ({
    encoding,
    ...countSpeltWords(iconv.decode(sample, encoding), alphabets),
  });
  const usual = read("windows-1252", western);
  const [windows, unix] = [read("windows-1250", central), read("iso-8859-2", central)];
  const others = [
    unix.words > windows.words ? unix : windows,
    read("windows-1254", turkish),
    read("windows-1257", baltic),
    read("macintosh", western),
    read("cp850", western),
  ];
  const [best, next] = others.sort((one, other) => other.words - one.words);
  if (!best || !next || best.words === next.words || best.words < best.of * nearlyAllWords) return undefined;
  const isWestern = usual.words >= usual.of * nearlyAllWords || usual.words + minForeignWords > best.words;
  return isWestern ? undefined : best.encoding;
}

/** Counts the distinct words with letters beyond ASCII, and those whose letters belong to one alphabet. */
function countSpeltWords(text: string, alphabets: string[]): { words: number; of: number } {
  const words = accentedWords(text);
  const plausible = words.filter((word) => !capitalWithin.test(word) && !foreignEnding.test(word));
  const counts = alphabets.map((alphabet) => {
    const spelling = new RegExp(`^µ?[a-z${alphabet}]*$`, "i");
    return plausible.filter((word) => spelling.test(word)).length;
  });
  return { words: Math.max(...counts), of: words.length };
}

/** A capital within a word, which results from reading Macintosh or DOS text in another encoding. */
const capitalWithin = /\p{Ll}(?![A-Z])\p{Lu}/u;
/** Endings of Croatian and Serbian names that are read as Danish or Lithuanian, whose own words never end so. */
const foreignEnding = /i[æę]$/i;

/** Returns the distinct words with letters beyond ASCII, without surrounding quotes and symbols. */
function accentedWords(text: string): string[] {
  const runs = (text.match(/[A-Za-z\u0080-\uffff]+/g) ?? []).filter(isAccented);
  const words = runs.flatMap((run) => run.split(between)).map((part) => part.replaceAll(around, ""));
  return [...new Set(words.filter(isAccented))];
}

const isAccented = (word: string) => /[\u0080-\uffff]/.test(word);
const between = /[\u00a0\u00ad\u2010-\u2026]/;
const around = /^[¡¿«‹£€¢¥§°·×]+|[»›£€¢¥§°·×™©®¹²³]+$|^[¼½¾]$/g;
