import sharp from "sharp";
import { expect, test } from "vitest";
import { avifPicture, isAvif } from "./avif.ts";
import { heicPicture } from "./heic.ts";

const file = (brand: string, ...items: string[]) => Buffer.from(`\0\0\0\x18ftyp${brand}${items.join("")}`, "latin1");
/** An entry of the list of items: its type follows version, id and protection, eight to ten bytes in all. */
const item = (type: string, between = 8) => `infe${"\0".repeat(between)}${type}`;

test.each<[string, boolean, Buffer]>([
  ["of the brand avif", true, file("avif")],
  ["of the brand avif with other items", true, file("avif", item("hvc1"))],
  ["of another brand", false, file("mif1")],
  ["with items in AV1", true, file("mif1", item("av01"))],
  ["with an id of 32 bits", true, file("mif1", item("av01", 10))],
  ["with a type too early", false, file("mif1", item("av01", 7))],
  ["with a type too late", false, file("mif1", item("av01", 11))],
  ["with items in HEVC", false, file("heic", item("hvc1"))],
  ["with items in AV1 and HEVC", false, file("mif1", item("av01"), item("hvc1"))],
  ["with items in AV1 and JPEG", false, file("mif1", item("av01"), item("jpeg"))],
  ["whose brand stands elsewhere", false, Buffer.from("\0\0\0\x18ftypmif1avif", "latin1")],
  ["whose items end with its first 64 KB", true, file("mif1", "\0".repeat(65_536 - 28), item("av01"))],
  ["whose items end beyond its first 64 KB", false, file("mif1", "\0".repeat(65_536 - 27), item("av01"))],
])("a file %s holds AV1: %s", (_what, expected, bytes) => {
  expect(isAvif(bytes)).toBe(expected);
});

test("a damaged picture is unsupported only where its items are declared to be of another kind", async () => {
  const unsupported = expect.objectContaining({
    reason: "unsupported",
    detail:
      "is a HEIF picture of a kind that few programs can read (uncompressed, or in another code than HEVC and AV1). " +
      "Save it as JPEG and replace it.",
  });
  for (const type of ["unci", "jpeg", "j2k1", "avc1", "vvc1"]) {
    await expect(heicPicture(file("mif1", item(type)))).rejects.toEqual(unsupported);
  }
  for (const type of ["hvc1", "av01", "grid"]) {
    await expect(heicPicture(file("mif1", item(type)))).rejects.toMatchObject({ reason: "damaged" });
  }
  const late = file("mif1", "\0".repeat(65_536), item("unci"));
  await expect(heicPicture(late)).rejects.toMatchObject({ reason: "damaged" });
});

const still = await sharp(Buffer.alloc(16 * 16 * 3, 200), { raw: { width: 16, height: 16, channels: 3 } })
  .avif({ effort: 0 })
  .toBuffer();
/** Adds the box that says how many frames the first track has. */
function sequence(brand: "avis" | "avif", frames: number): Buffer {
  const samples = Buffer.from("\0\0\0\x14stsz\0\0\0\0\0\0\0\0\0\0\0\0", "latin1");
  samples.writeUInt32BE(frames, 16);
  const bytes = Buffer.concat([still, samples]);
  bytes.write(brand, 8, "latin1");
  return bytes;
}

test.each<[string, Buffer, number]>([
  ["a picture", still, 1],
  ["a picture with a track", sequence("avif", 300), 1],
  ["a sequence of 300 frames", sequence("avis", 300), 300],
  ["a sequence that states no frames", sequence("avis", 0), 1],
  ["a sequence whose number of frames is cut", sequence("avis", 300).subarray(0, -1), 1],
])("%s is stored as a photo, and its frames are counted", async (_what, bytes, frames) => {
  const { picture, pictures } = await avifPicture(bytes);
  expect(picture).toMatchObject({ width: 16, height: 16, orientation: 1, encoding: { filter: "DCTDecode" } });
  expect(pictures).toBe(frames);
});

test("a sequence without a track has one picture", async () => {
  const bytes = Buffer.from(still);
  bytes.write("avis", 8, "latin1");
  expect((await avifPicture(bytes)).pictures).toBe(1);
  expect(bytes.toString("latin1", 8, 12)).toBe("avis");
});
