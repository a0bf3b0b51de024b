import type { Random } from "./random.ts";

/** Keywords of the parsed formats. */
const words = [
  ..."<< >> [ ] ( ) /Kids /Parent /Count /Type /Page /Pages /Length /Filter /FlateDecode /Contents /Resources".split(
    " ",
  ),
  ..."/Annots /AcroForm /MediaBox /CropBox /Rotate /UserUnit /Encrypt /XObject /Rect /AP /OCProperties /Outlines".split(
    " ",
  ),
  ..."/First /Next /Dest /Names /Prev /Root /ObjStm /XRef endobj endstream stream obj startxref xref trailer %%EOF".split(
    " ",
  ),
  ..."null true -1 0 1 2147483648 1e99 99999999999999999999 0.0000001 1 0 R 2 0 R 3 0 R".split(" "),
  ..."IHDR IDAT IEND PLTE tRNS acTL iCCP eXIf JFIF Exif PK\x03\x04 PK\x01\x02 PK\x05\x06 {\\rtf ftypheic mdat".split(
    " ",
  ),
].map((word) => Buffer.from(word, "latin1"));

const extremes = [0x00, 0x01, 0x7f, 0x80, 0xff];

type Mutation = (bytes: Buffer, random: Random, others: readonly Buffer[]) => Buffer;

const mutations: Mutation[] = [
  function flipBits(bytes, random) {
    const changed = Buffer.from(bytes);
    for (let left = 1 + random.below(8); left > 0; left--) {
      const at = random.below(changed.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8));
    }
    return changed;
  },
  function setExtremes(bytes, random) {
    const at = random.below(bytes.length);
    const changed = Buffer.from(bytes);
    return changed.fill(random.pick(extremes), at, Math.min(at + 1 + random.below(8), changed.length));
  },
  function cutOff(bytes, random) {
    return bytes.subarray(0, random.below(bytes.length));
  },
  function copyResult(bytes, random) {
    const at = random.below(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(512))]);
  },
  function repeatPart(bytes, random) {
    const at = random.below(bytes.length);
    const part = bytes.subarray(at, at + 1 + random.below(512));
    return Buffer.concat([bytes.subarray(0, at), part, part, bytes.subarray(at)]);
  },
  function writeWord(bytes, random) {
    const word = random.pick(words);
    const changed = Buffer.from(bytes);
    word.copy(changed, random.below(Math.max(1, changed.length - word.length)));
    return changed;
  },
  function putInWord(bytes, random) {
    const at = random.below(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), random.pick(words), bytes.subarray(at)]);
  },
  function changeNumber(bytes, random) {
    const numbers = [...bytes.subarray(0, 200_000).toString("latin1").matchAll(/\d+/g)];
    if (numbers.length === 0) return bytes;
    const { index, 0: digits } = random.pick(numbers);
    const value = random.pick(["0", "1", "2", "3", "-1", "65535", "4294967295", String(random.below(100))]);
    return Buffer.concat([bytes.subarray(0, index), Buffer.from(value), bytes.subarray(index + digits.length)]);
  },
  function joinAnother(bytes, random, others) {
    const other = random.pick(others);
    return Buffer.concat([bytes.subarray(0, random.below(bytes.length)), other.subarray(random.below(other.length))]);
  },
];

/** Returns the bytes with one to four random changes. */
export function mutate(bytes: Buffer, random: Random, others: readonly Buffer[]): Buffer {
  let changed = bytes;
  for (let left = 1 + random.below(4); left > 0; left--) {
    if (changed.length > 0) changed = random.pick(mutations)(changed, random, others);
  }
  return changed;
}
