import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { decodeText, detectEncoding, encodingWarning, isBlank, looksLikeText } from "./encoding.ts";

const polish =
  "Zażółć gęślą jaźń. Faktura dla spółki z ograniczoną odpowiedzialnością, płatność przelewem w ciągu czternastu dni. ";
const russian = "Счёт на оплату бухгалтерских услуг за январь. Просим оплатить в течение десяти дней. ";
const japanese = "佐藤太郎,名古屋,請求書,株式会社の領収書です\n山田花子,東京,見積書,ありがとうございます\n";

test.each([
  ["ASCII", "Invoice 14,240.00", "utf-8", "utf-8"],
  ["UTF-8 with a pound", "Paid £12.00 — café", "utf-8", "utf-8"],
  ["a pound sign in Windows-1252", "Paid £12.00 to O’Neill", "windows-1252", "windows-1252"],
  ["three Danish letters", "id,name\n1,æøå\n", "windows-1252", "windows-1252"],
  ["French accents", "Réglé à l’échéance, déjà payé; coût élevé", "windows-1252", "windows-1252"],
  ["a pound sign in DOS code page 850", "Total £1,234.50\nPaid £20.00", "cp850", "cp850"],
  ["Shift-JIS", japanese, "shift_jis", "Shift_JIS"],
  ["Russian in Windows-1251", russian.repeat(2), "windows-1251", "windows-1251"],
  ["UTF-16 without a byte order mark", "Statement of account", "utf-16le", "utf-16le"],
  ["big-endian UTF-16 without a byte order mark", "Statement of account", "utf-16be", "utf-16be"],
  ["UTF-32 without a byte order mark", "Paid £12.00\n請求書 😀", "utf-32le", "utf-32le"],
  ["big-endian UTF-32 without a byte order mark", "Paid £12.00\n請求書 😀", "utf-32be", "utf-32be"],
])("%s is read as written", (_, text, written, expected) => {
  const bytes = iconv.encode(text, written, { addBOM: false });
  expect(decodeText(bytes)).toMatchObject({ text, encoding: expected });
});

test.each(["utf-8", "utf-16le", "utf-16be", "utf-32le"])(
  "a byte order mark of %s decides the encoding and is removed",
  (encoding) => {
    const decoded = decodeText(iconv.encode("Naïve £5", encoding, { addBOM: true }));
    expect(decoded).toMatchObject({ text: "Naïve £5", sure: true });
  },
);

test.each([
  [
    "Japanese",
    "Invoice,\x1b$B@A5a=q\x1b(B 14\n\x1b$BF|IU\x1b(J,1200\n",
    "Invoice,請求書 14\n日付,1200\n",
    "iso-2022-jp",
  ],
  ["Korean", "\x1b$)CInvoice,\x0eC;18<-\x0f 14\n\x0e:N;j\x0f\n", "Invoice,청구서 14\n부산\n", "iso-2022-kr"],
])("%s in a seven-bit encoding of emails is read as written", (_, written, text, encoding) => {
  expect(decodeText(Buffer.from(written))).toEqual({ text, encoding, sure: true });
  expect(looksLikeText(Buffer.from(written))).toBe(true);
});

test.each(["Price: $B12 (B)\n", "\x1b$B\x01Total of a printer\n\x1b(B", "\x1b[1mbold\x1b[0m $B(B\n"])(
  "dollar signs and printer commands are not read as Japanese: %j",
  (text) => {
    expect(decodeText(Buffer.from(text))).toMatchObject({ text, encoding: "utf-8" });
  },
);

test("a guess between eastern and western encodings is not sure", () => {
  expect(detectEncoding(iconv.encode(polish.repeat(3), "windows-1250")).sure).toBe(false);
});

test("programs and noise are not text, and text with a stray control character still is", () => {
  const noise = Buffer.alloc(5000).map((_, index) => (index * 7919 + (index >> 3) * 31) % 256);
  expect(looksLikeText(Buffer.from(noise))).toBe(false);
  expect(looksLikeText(Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)]))).toBe(false);
  expect(looksLikeText(Buffer.from(`${"A line of a report.\n".repeat(20)}\u001a`))).toBe(true);
});

test("a sample that ends within a character is still UTF-8", () => {
  expect(looksLikeText(Buffer.from("é".repeat(65_536)))).toBe(true);
});

test.each(["", " \r\n\t", "\ufeff\n", "\f\f"])("%j is blank", (text) => expect(isBlank(text)).toBe(true));

const statement = "Date,Details,Amount\n01/02/2026,Café Zürich £ — señor Peña,5.00\n";

test.each([
  [
    "with a description that is cut within a character",
    [`${statement.repeat(3)}02/02/2026,M\xfcnchen R`, [0xc3], ",6.00\n"],
  ],
  ["with a line in another encoding", [statement.repeat(4), [0x43, 0x61, 0x66, 0xe9], ",6.00\n"]],
  ["that ends within a character", ["Paid £12.00 to Caf", [0xc3]]],
  ["with a byte order mark and an invalid byte", ["\ufeffPaid £12.00 to M", [0xdc], "nchen"]],
])("UTF-8 %s is detected as UTF-8, but not as sure", (_, parts) => {
  const decoded = decodeText(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
  expect(decoded).toMatchObject({ encoding: "utf-8", sure: false });
  expect(decoded.text).toContain("\ufffd");
  expect(decoded.text).toContain("£");
});

test("replacement characters that the file holds in UTF-8 are read as such", () => {
  const places = Buffer.from("Phone,Place,City\n2095257564,37\ufffd36'37.8N 121\ufffd2'17.9W,Modesto\n");
  expect(decodeText(places)).toEqual({ text: places.toString(), encoding: "utf-8", sure: true });
  expect(looksLikeText(places)).toBe(true);
});

test("Windows-1252 text with hundreds of accents is never detected as UTF-8", () => {
  const windows = iconv.encode(`${statement.repeat(50)}À bientôt, déjà vu: “Ã©”, é`, "windows-1252");
  expect(decodeText(windows).encoding).toMatch(/^windows-/);
  expect(decodeText(iconv.encode("Caf\u00e9", "windows-1252")).text).toBe("Café");
});

test.each(["utf-8", "windows-1252", "utf-16le", "utf-16be"])(
  "zero bytes after the last line of %s are removed",
  (encoding) => {
    const text = "Statement of account\nBalance £12.00\n";
    const padded = Buffer.concat([iconv.encode(text, encoding, { addBOM: false }), Buffer.alloc(4001)]);
    expect(decodeText(padded).text).toBe(text);
    expect(looksLikeText(padded)).toBe(true);
  },
);

test.each([
  ["nothing", ""],
  ["the start of a program", "MZ\u0090\u0003\n\0\0\u0004"],
])("zero bytes after %s are not text", (_, before) => {
  expect(looksLikeText(Buffer.concat([Buffer.from(before, "latin1"), Buffer.alloc(4000)]))).toBe(false);
});

test("a guessed encoding is named in a warning, and a certain one causes none", () => {
  const text = "£5";
  expect(encodingWarning({ text, encoding: "windows-1252", sure: true })).toEqual([]);
  expect(encodingWarning({ text, encoding: "windows-1252", sure: false })).toMatchObject([
    { code: "encoding-guessed", text: expect.stringContaining("guessed as Western European (Windows-1252): check") },
  ]);
  expect(encodingWarning({ text, encoding: "big5", sure: false })).toMatchObject([
    { text: expect.stringContaining("guessed as big5:") },
  ]);
});
