/** Bytes of UTF-8 whose base64, with what stands around it, fills one encoded word of 75 characters. */
const wordBytes = 45;

/**
 * Whether a reader of the header would take a part of this text for an encoded word (RFC 2047) and show something else.
 */
const readsAsEncoded = (text: string): boolean => text.includes("=?");

/**
 * The headers of a message for nodemailer, which passes plain ASCII on as it is. A subject that reads as encoded words
 * is encoded itself, so that what was typed is what is shown.
 */
export function headersOf(subject: string) {
  const automatic = { "Auto-Submitted": "auto-generated" };
  if (!readsAsEncoded(subject)) return { subject, headers: automatic };
  return { headers: { ...automatic, subject: { prepared: true, foldLines: true, value: encodedWords(subject) } } };
}

/** For what cannot be encoded here: text that no reader takes for encoded words. */
export const neverEncodedWord = (text: string): string => text.replaceAll("=?", "= ?");

function encodedWords(text: string): string {
  const words = [""];
  for (const character of text) {
    const last = words.at(-1) ?? "";
    if (Buffer.byteLength(last + character) > wordBytes) words.push(character);
    else words[words.length - 1] = last + character;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(" ");
}
