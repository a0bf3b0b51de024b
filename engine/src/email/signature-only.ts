/** A line at which a signature begins; what follows is not counted. */
const signatureStart = /^(--|__+|—|–{2,})$/;

/** A line that begins a quoted or forwarded message, which always says something. */
const quotedMessage = /^(>|-{2,} ?(original|forwarded)\b|begin forwarded message\b|on .{5,120} wrote:$|from ?: ?\S)/i;

/** Lines that programs add. */
const addedByProgram = [
  /^(sent|get|envoyé|von meinem|gesendet|inviato|enviado)\b.{0,60}\b(iphone|ipad|ios|android|outlook|samsung|galaxy|huawei|blackberry|mobile|handy|yahoo|e-?mail|mail|phone)\b.{0,40}$/i,
  /^this (e-?mail|message) (has been|was) (scanned|checked)\b.{0,200}$/i,
  /^virus-free\b.{0,40}$/i,
  /^\[?(external( email| sender)?|caution)\]?:?$/i,
];

/** How a legal text begins; it may go on over several lines. */
const legalText =
  /^(this|the (information|contents?)( contained)? (in|of) this|any|if you (are not|have received)|confidentiality notice|disclaimer)\b.{0,120}\b(e-?mail|message|communication|transmission)\b.{0,160}\b(confidential|privileged|intended|error|recipient)|^(confidentiality notice|disclaimer)\b|\bregistered in (england|scotland|wales|northern ireland|ireland)\b|^(please )?(consider the environment|think before you print)\b/i;

/**
 * Words that open or close a message, in any case, and what may follow them on the line: names, in capitals. These are
 * two expressions each, because `(?i:…)` is unreliable in Node 24: https://github.com/nodejs/node/issues/60030.
 */
const greetings = [
  {
    words: /^(hi|hello|hey|dear|good (morning|afternoon|evening)|morning|afternoon)\b/i,
    names: /^( (all|both|there|team|sir|madam|or|and|[\p{Lu}&][\p{L}.'-]*)){0,5}[,.!]?$/u,
  },
  {
    words:
      /^((many|best|kind|kindest|warm|warmest|with) )*(thanks|thank you|cheers|regards|wishes|best|yours|sincerely|kr|rgds)\b( (and|again|so much|very much|in advance|(kind |best )?regards|sincerely|faithfully|truly)\b)*,?/i,
    names: /^( [\p{Lu}][\p{L}.'-]*){0,3}[,.!]?$/u,
  },
];

/** Lines of an address block. */
const contact = [
  /^<?[^@\s]{1,64}@[^@\s]{1,100}$/,
  /^(e-?mail|e|m|t|f|w|a|tel|telephone|phone|mobile|mob|cell|fax|direct|office|web|website|address)\.? ?[:|] ?\S.{0,80}$/i,
  /^(tel|telephone|phone|mobile|mob|cell|fax|direct|office)\b\D{0,15}[+(]?\d[\d ().\-/+]{5,30}$/i,
  /^(https?:\/\/|www\.)\S{1,200}$/i,
  /^\(?\+?\d[\d ().\-/+]{7,30}$/,
  /^\[?(cid|image|logo|inline image)[:.].{0,80}\]?$/i,
  /^(company|registered|reg|vat)\b.{0,20}\b(no|number|reg)\b.{0,40}$/i,
];
const postcode = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/;

/** Longer than any signature with its legal text. */
const maxSignatureLength = 8000;

/** Longer lines are sentences, not a name, a post or a firm. */
const maxNameWords = 6;

/**
 * Returns whether a text says no more than a signature: nothing, a greeting, what programs add, a legal text, or the
 * lines of a name and address. In doubt it returns false: a needless page can be left out by the user, but nobody
 * notices a missing one. "Please find attached my invoices for May" says something: it tells which papers belong
 * together, and is filed with them.
 * @param sender the name that the header states
 */
export function saysNoMoreThanSignature(text: string, sender = ""): boolean {
  if (text.length > maxSignatureLength) return false;
  const lines = text.split("\n").map((line) => line.replaceAll(/[\s\u200b]+/gu, " ").trim());
  if (lines.some((line) => quotedMessage.test(line))) return false;
  const end = lines.findIndex((line) => signatureStart.test(line) || legalText.test(line));
  const said = lines
    .slice(0, end < 0 ? undefined : end)
    .filter((line) => line !== "" && !addedByProgram.some((pattern) => pattern.test(line)));
  const senderWords = wordsOf(sender);
  const kinds = said.map((line) => kindOf(line, senderWords));
  return !kinds.includes("sentence") && (!kinds.includes("name") || isSignedOff(kinds));
}

type LineKind = "greeting" | "sender" | "contact" | "name" | "sentence";

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

function kindOf(line: string, senderWords: string[]): LineKind {
  if (isGreeting(line)) return "greeting";
  const words = wordsOf(line);
  if (words.length > 0 && words.every((word) => senderWords.includes(word)) && !/\d/.test(line)) return "sender";
  if (contact.some((pattern) => pattern.test(line))) return "contact";
  const parts = line.split(" ");
  const isCapitalised = parts.every((part) => /^[^\p{Ll}]/u.test(part) || /^(of|and|the|de|van|von)$/.test(part));
  if (isCapitalised && postcode.test(line)) return "contact";
  const isNumbered = /[£$€]|\d/.test(line) && !/^\d{1,4}[a-z]?,? /i.test(line);
  return isCapitalised && parts.length <= maxNameWords && !isNumbered && !/[.?!:]$/.test(line) ? "name" : "sentence";
}

function isGreeting(line: string): boolean {
  return greetings.some(({ words, names }) => {
    const said = words.exec(line)?.[0];
    return said !== undefined && names.test(line.slice(said.length));
  });
}

/**
 * Whether names, posts and firms stand in a signature: after a greeting or the sender's name, or before lines of
 * contact. A short line alone, such as "Invoices May", may be all that the sender wrote.
 */
function isSignedOff(kinds: LineKind[]): boolean {
  const first = kinds.indexOf("name");
  const before = kinds.slice(0, first);
  return before.includes("greeting") || before.includes("sender") || kinds.slice(first).includes("contact");
}
