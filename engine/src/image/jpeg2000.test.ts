import sharp from "sharp";
import { expect, test } from "vitest";
import { codestream, jp2 } from "../../../fixtures/jpeg2000.ts";
import { jpeg2000Picture } from "./jpeg2000.ts";
import {
  asSeen,
  blue,
  type Colour,
  convert,
  expectColours,
  green,
  quartersOf,
  rawQuarters,
  red,
  white,
} from "./testing.ts";

const seen = async (bytes: Buffer) => quartersOf((await convert(bytes)).pages[0]);
const [black, lightGrey]: Colour[] = [
  [0, 0, 0],
  [128, 128, 128],
] as Colour[];

test.each([
  ["a JP2 file", jp2("rgb"), asSeen],
  ["a codestream without a file around it", codestream("rgb"), asSeen],
  ["a picture whose lower half is transparent", jp2("rgba"), [red, green, white, white]],
  ["a grey picture of 12 bits", jp2("grey12", { colourSpace: 17 }), [white, black, black, lightGrey]],
])("%s is shown as its program shows it", async (_, bytes, expected) => {
  expectColours(await seen(bytes), expected as Colour[]);
});

test("a picture of four inks is converted to colours for the screen", async () => {
  const inked = await seen(jp2("rgba", { colourSpace: 12, hasAlpha: false }));
  // The channels of red are full cyan and black, so that it is nearly black.
  const [, , lowerLeft] = inked;
  expect(Math.max(...(inked[0] ?? []))).toBeLessThan(60);
  expectColours(lowerLeft ? [lowerLeft] : [], [[255, 242, 0]]);
});

test("a grey picture stays grey in the PDF", async () => {
  const { picture } = await jpeg2000Picture(jp2("grey12", { colourSpace: 17 }));
  expect(picture.encoding).toMatchObject({ colours: { kind: "grey" }, bitsPerComponent: 8 });
});

test("the resolution of a scan and its colour profile are kept", async () => {
  const { icc } = await sharp(await rawQuarters().withIccProfile("p3").png().toBuffer()).metadata();
  if (!icc) throw new Error("sharp wrote no colour profile");
  const { picture } = await jpeg2000Picture(jp2("rgb", { resolution: 300, profile: icc }));
  expect(picture.resolution?.x).toBeCloseTo(300, 0);
  expect(picture.encoding.colours).toMatchObject({ kind: "rgb", profile: icc });
  // Swapping two primaries changes the colours, so the profile is applied once and not twice.
  const [redAt, blueAt] = [icc.indexOf("rXYZ"), icc.indexOf("bXYZ")];
  icc.write("bXYZ", redAt, "latin1");
  icc.write("rXYZ", blueAt, "latin1");
  expectColours(await seen(jp2("rgb", { profile: icc })), [blue, green, red, lightGrey as Colour]);
});

test("of a file with several pictures the first is shown, with a note", async () => {
  const { warnings } = await convert(jp2("rgb", { pictures: 3 }));
  expect(warnings).toMatchObject([{ code: "first-frame-only", text: expect.stringContaining("3 pictures") }]);
});

test("a picture in a colour space or with channels that PDFium does not convert is refused as unsupported", async () => {
  const lab = 14;
  await expect(convert(jp2("rgb", { colourSpace: lab }))).rejects.toMatchObject({ reason: "unsupported" });
  const greyWithAlpha = jp2("grey12", { colourSpace: 17, hasAlpha: true });
  await expect(convert(greyWithAlpha)).rejects.toMatchObject({ reason: "unsupported" });
});

const whole = jp2("rgb");
const sizeAt = whole.indexOf(Buffer.from([0xff, 0x4f, 0xff, 0x51])) + 4;
const withSize = (width: number) => {
  const changed = Buffer.from(whole);
  changed.writeUInt32BE(width, sizeAt + 4);
  return changed;
};

test.each([
  ["that ends early", "damaged", whole.subarray(0, -200)],
  ["without a codestream", "damaged", whole.subarray(0, 60)],
  ["whose boxes are empty", "damaged", Buffer.concat([whole.subarray(0, 12), Buffer.alloc(5_000_000)])],
  ["with coded data of zeros", "damaged", Buffer.concat([codestream("rgb").subarray(0, 160), Buffer.alloc(5_000)])],
  ["without area", "damaged", withSize(0)],
  ["of 60 megapixels", "too-large", withSize(500_000)],
  ["of more pixels than a number holds", "too-large", withSize(0xffffffff)],
])("a JPEG 2000 picture %s is refused as %s", async (_, reason, bytes) => {
  await expect(convert(bytes)).rejects.toMatchObject({ reason });
});

test("a picture of thousands of components is refused before it is decoded, with a palette too", async () => {
  const changed = Buffer.from(whole);
  changed.writeUInt16BE(16_384, sizeAt + 36);
  await expect(convert(changed)).rejects.toMatchObject({ reason: "unsupported" });
  changed.write("pclr", changed.indexOf("colr"), "latin1");
  await expect(convert(changed)).rejects.toMatchObject({ reason: "unsupported" });
});

test("a picture with any byte of its header changed is shown or refused", async () => {
  for (let at = 0; at < sizeAt + 60; at += 3) {
    const changed = Buffer.from(whole);
    changed.writeUInt8((changed.readUInt8(at) + 97) & 255, at);
    const outcome = await jpeg2000Picture(changed).then(
      () => "shown",
      (error: { reason?: string }) => error.reason,
    );
    expect(["shown", "damaged", "too-large", "unsupported"]).toContain(outcome);
  }
});
