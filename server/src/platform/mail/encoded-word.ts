/** Maximum bytes of UTF-8 in one encoded word, whose base64 with its delimiters must fit into 75 characters. */
const wordBytes = 45;

/**
 * Returns whether a mail program would decode a part of this text as an encoded word (RFC 2047) and show something
 * else.
 */
const readsAsEncoded = (text: string): boolean => text.includes("=?");

/**
 * Returns the headers of a message for nodemailer, which does not encode plain ASCII. A subject that looks like encoded
 * words is encoded here, so that it is displayed as typed.
 */
export function headersOf(subject: string) {
  const automatic = { "Auto-Submitted": "auto-generated" };
  if (!readsAsEncoded(subject)) return { subject, headers: automatic };
  return { headers: { ...automatic, subject: { prepared: true, foldLines: true, value: encodedWords(subject) } } };
}

/** Changes a text so that no mail program decodes it as an encoded word, for fields that cannot be encoded here. */
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
