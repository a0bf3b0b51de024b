import iconv from "iconv-lite";

/**
 * Letters beyond ASCII of languages whose texts lie next to each other, by encoding. The first line of western ones is that of English,
 * which has words and names from all around it. Polish and Romanian are told otherwise.
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

/** Names from elsewhere are in every text. */
const nearlyAll = 0.95;
/** A brand and a loan word among western ones make no other language. */
const fewestWords = 2;

/**
 * Statistics take some languages, short texts in most and those of other systems for western ones of Windows. These are told by words
 * whose letters are of one language, and as Windows writes them of none in the west.
 * @returns the encoding in which nearly every word is spelt in one language's letters, and more words than in any other
 */
export function encodingBySpelling(sample: Buffer): string | undefined {
  const read = (encoding: string, alphabets: string[]) => ({
    encoding,
    ...wordsSpelt(iconv.decode(sample, encoding), alphabets),
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
  if (!best || !next || best.words === next.words || best.words < best.of * nearlyAll) return undefined;
  const isWestern = usual.words >= usual.of * nearlyAll || usual.words + fewestWords > best.words;
  return isWestern ? undefined : best.encoding;
}

/** How many of the different words with letters beyond ASCII have those of one alphabet only. */
function wordsSpelt(text: string, alphabets: string[]): { words: number; of: number } {
  const words = accentedWords(text);
  const sound = words.filter((word) => !capitalWithin.test(word) && !endsLikeNoRival.test(word));
  const spelt = alphabets.map((alphabet) => {
    const spelling = new RegExp(`^µ?[a-z${alphabet}]*$`, "i");
    return sound.filter((word) => spelling.test(word)).length;
  });
  return { words: Math.max(...spelt), of: words.length };
}

/** Bytes of a Macintosh or of DOS become such. */
const capitalWithin = /\p{Ll}(?![A-Z])\p{Lu}/u;
/** What the names of Croats and Serbs are read as in encodings for Danish and for Lithuanian, whose own words never end so. */
const endsLikeNoRival = /i[æę]$/i;

/** Each once, without the quotes and signs around it. */
function accentedWords(text: string): string[] {
  const runs = (text.match(/[A-Za-z\u0080-\uffff]+/g) ?? []).filter(isAccented);
  const words = runs.flatMap((run) => run.split(between)).map((part) => part.replaceAll(around, ""));
  return [...new Set(words.filter(isAccented))];
}

const isAccented = (word: string) => /[\u0080-\uffff]/.test(word);
const between = /[\u00a0\u00ad\u2010-\u2026]/;
const around = /^[¡¿«‹£€¢¥§°·×]+|[»›£€¢¥§°·×™©®¹²³]+$|^[¼½¾]$/g;
