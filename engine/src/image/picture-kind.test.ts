import { expect, test } from "vitest";
import { pictureKind } from "./picture-kind.ts";

const bytes = (text: string) => Buffer.from(text.padEnd(64, "\0"), "latin1");

test.each([
  ["jpeg", "\xff\xd8\xff\xe0"],
  ["png", "\x89PNG\r\n\x1a\n"],
  ["gif", "GIF89a"],
  ["tiff", "II*\0"],
  ["tiff", "MM\0*"],
  ["webp", "RIFF\x10\0\0\0WEBPVP8 "],
  ["heic", "\0\0\0\x18ftypheic"],
  ["heic", "\0\0\0\x18ftypmif1"],
  ["jpeg2000", "\0\0\0\x0cjP  \r\n\x87\n"],
  ["jpeg2000", "\xff\x4f\xff\x51"],
  ["bmp", `BM${"\0".repeat(12)}\x28`],
] as const)("%s is recognised by its first bytes", (kind, head) => expect(pictureKind(bytes(head))).toBe(kind));

test.each([
  "BM is how this letter begins",
  "GIF is a format",
  "",
  "\xff\xd8",
  "\0\0\0\x18ftypmp42",
  "RIFF\0\0\0\0WAVE",
])("%j is not a picture", (head) => expect(pictureKind(Buffer.from(head, "latin1"))).toBeUndefined());
