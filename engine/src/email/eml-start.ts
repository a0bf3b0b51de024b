/** Fields that mail programs write, to tell an email from other text with colons. */
const usualFields =
  /^(from|to|cc|bcc|subject|date|sender|reply-to|received|return-path|delivered-to|message-id|mime-version|content-type|content-transfer-encoding|dkim-signature|authentication-results|in-reply-to|references|thread-(topic|index)|(arc|x|list)-[\w-]+)$/i;

/** Matches the beginning of a field (RFC 5322, 2.2). */
export const fieldStart = /^[\x21-\x39\x3b-\x7e]+[ \t]*:/;

/**
 * Whether a file begins with the header of an email, possibly after the first line of an mbox file.
 * @param isExpected whether its name or type says so: then one usual field is enough, as for the content of signed mail
 */
export function isEmlStart(head: Buffer, isExpected: boolean): boolean {
  const lines = asciiLines(head).toString("latin1").split("\n");
  const from = /^>?From /.test(lines[0] ?? "") ? 1 : 0;
  let usual = 0;
  for (const line of lines.slice(from)) {
    if (/^[ \t]/.test(line) && usual > 0) continue;
    if (!fieldStart.test(line)) break;
    if (usualFields.test(line.slice(0, line.indexOf(":")).trim())) usual++;
  }
  return usual >= (isExpected ? 1 : 2);
}

const marks: [Buffer, "utf-16le" | "utf-16be"][] = [
  [Buffer.from([0xff, 0xfe]), "utf-16le"],
  [Buffer.from([0xfe, 0xff]), "utf-16be"],
];
const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/**
 * Returns an email in an encoding that extends ASCII, with line feeds, and without a byte order mark and empty lines at
 * its start. Some programs save emails in UTF-16, and old Macintosh ones with carriage returns alone.
 */
export function asciiLines(bytes: Buffer): Buffer {
  const wide = marks.find(([mark]) => bytes.subarray(0, 2).equals(mark));
  const text = wide ? Buffer.from(new TextDecoder(wide[1]).decode(bytes)) : bytes;
  const lines = text.subarray(0, 16_384).includes(lineFeed) ? text : withLineFeeds(text);
  const start = lines.subarray(0, 16_384).findIndex((byte) => !isBeforeText(byte));
  return start <= 0 ? lines : lines.subarray(start);
}

function withLineFeeds(text: Buffer): Buffer {
  const lines = Buffer.from(text);
  for (let at = lines.indexOf(carriageReturn); at >= 0; at = lines.indexOf(carriageReturn, at + 1))
    lines[at] = lineFeed;
  return lines;
}

/** White space, and the bytes of a byte order mark in UTF-8. */
const isBeforeText = (byte: number) => byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf;
