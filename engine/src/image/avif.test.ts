import sharp from "sharp";
import { expect, test } from "vitest";
import { asSeen, blue, convert, expectColours, green, quartersOf, rawQuarters, red, white } from "./testing.ts";

const grey = asSeen[3] ?? white;
const avif = () => rawQuarters().avif({ quality: 90, chromaSubsampling: "4:4:4", effort: 0 }).toBuffer();
const seen = async (bytes: Buffer) => quartersOf((await convert(bytes)).pages[0]);

function withBrand(bytes: Buffer, brand: string): Buffer {
  const changed = Buffer.from(bytes);
  changed.write(brand, 8, "latin1");
  return changed;
}

/** Adds a property to the only item of an AVIF, as libavif does for photos that are rotated or mirrored. */
function withProperty(bytes: Buffer, type: "irot" | "imir", value: number): Buffer {
  const property = Buffer.concat([Buffer.from([0, 0, 0, 9]), Buffer.from(type, "latin1"), Buffer.from([value])]);
  const startOf = (box: string) => bytes.indexOf(box, 0, "latin1") - 4;
  const endOf = (box: string) => startOf(box) + bytes.readUInt32BE(startOf(box));
  const head = Buffer.from(bytes);
  const grow = (box: string, by: number) => head.writeUInt32BE(bytes.readUInt32BE(startOf(box)) + by, startOf(box));
  let count = 0;
  for (let at = startOf("ipco") + 8; at < endOf("ipco"); at += bytes.readUInt32BE(at)) count++;
  grow("ipco", property.length);
  grow("ipma", 1);
  grow("iprp", property.length + 1);
  grow("meta", property.length + 1);
  const associations = startOf("ipma") + 18; // version, count of items, id, count of properties
  head.writeUInt8(bytes.readUInt8(associations) + 1, associations);
  const extent = head.length - bytes.readUInt32BE(startOf("mdat")) + 8; // where the item's data starts
  const stated = Buffer.alloc(4);
  stated.writeUInt32BE(extent);
  const offsetAt = bytes.indexOf(stated, startOf("iloc"));
  expect(offsetAt, "the item's offset").toBeLessThan(endOf("iloc"));
  head.writeUInt32BE(extent + property.length + 1, offsetAt);
  const [ipco, ipma] = [endOf("ipco"), endOf("ipma")];
  const index = Buffer.from([count + 1]);
  return Buffer.concat([head.subarray(0, ipco), property, head.subarray(ipco, ipma), index, head.subarray(ipma)]);
}

test.each([
  ["irot", 2, [grey, blue, green, red]],
  ["imir", 1, [green, red, grey, blue]],
  ["imir", 0, [blue, grey, red, green]],
] as const)("a photo that is stored rotated or mirrored (%s %i) is shown upright", async (type, value, expected) => {
  expectColours(await seen(withProperty(await avif(), type, value)), [...expected]);
});

test("transparent parts are white", async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const picture = await sharp({ create: { width: 300, height: 300, channels: 4, background: clear } })
    .avif({ effort: 0 })
    .toBuffer();
  expectColours(await seen(picture), [white, white, white, white]);
});

test.each(["mif1", "avis"])("AV1 under the brand %s is read", async (brand) => {
  expectColours(await seen(withBrand(await avif(), brand)), asSeen);
});

test("of a sequence the still picture is shown, with a note about its frames", async () => {
  const samples = Buffer.from("\0\0\0\x14stsz\0\0\0\0\0\0\0\0\0\0\0\x04", "latin1");
  const { pages, warnings } = await convert(Buffer.concat([withBrand(await avif(), "avis"), samples]));
  expectColours(quartersOf(pages[0]), asSeen);
  expect(warnings).toMatchObject([{ code: "first-frame-only", text: expect.stringContaining("4 pictures") }]);
});

test("an AVIF that ends early is refused as damaged", async () => {
  const whole = await avif();
  for (const length of [20, 200, whole.length - 30]) {
    await expect(convert(whole.subarray(0, length))).rejects.toMatchObject({ reason: "damaged" });
  }
});
