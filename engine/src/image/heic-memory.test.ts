import sharp from "sharp";
import { beforeEach, expect, test, vi } from "vitest";
import { heicPicture } from "./heic.ts";

/** What libheif hands over is imitated: no installed program writes photos with alpha or rows of odd lengths. */

interface Photo {
  width: number;
  height: number;
  /** Bytes of a row, with its padding. */
  stride: number;
  samples?: 3 | 4;
  /** Returns the samples of a pixel. */
  pixel: (x: number, y: number) => number[];
  profile?: Uint8Array;
  isPrimary?: boolean;
  /** The size that the header states. */
  stated?: [number, number];
  fails?: "no channels" | "nothing";
}

let photos: Photo[] = [];
const released: unknown[] = [];
const freed: unknown[] = [];
const allocated: number[] = [];
const chroma = { heif_chroma_interleaved_RGB: "three", heif_chroma_interleaved_RGBA: "four" };
const memory = new Uint8Array(4096);

/** Lays the rows out as libheif does; padding is 77. */
function laidOut({ width, height, stride, pixel }: Photo): Uint8Array {
  const data = new Uint8Array(stride * height).fill(77);
  for (let y = 0; y < height; y++) {
    data.set(Array.from({ length: width }, (_, x) => pixel(x, y)).flat(), y * stride);
  }
  return data;
}

const handleOf = (photo: Photo) => ({ $$: { ptr: photos.indexOf(photo) + 1 } });
const library = {
  HeifDecoder: class {
    decode() {
      console.log("libheif says something");
      return photos.map((photo) => ({
        handle: handleOf(photo),
        get_width: () => photo.stated?.[0] ?? photo.width,
        get_height: () => photo.stated?.[1] ?? photo.height,
        is_primary: () => photo.isPrimary ?? false,
        has_alpha_channel: () => photo.samples === 4,
        free: () => freed.push(photo),
      }));
    }
  },
  heif_colorspace: { heif_colorspace_RGB: "colours" },
  heif_chroma: chroma,
  async heif_js_decode_image2(handle: { $$: { ptr: number } }, space: unknown, asked: unknown) {
    const photo = photos[handle.$$.ptr - 1];
    if (!photo || photo.fails === "nothing") return undefined;
    expect([space, asked]).toEqual(["colours", photo.samples === 4 ? "four" : "three"]);
    if (photo.fails) return { image: photo, channels: [] };
    const { width, height, stride } = photo;
    return { image: photo, channels: [{ width, height, stride, data: laidOut(photo) }] };
  },
  heif_image_release: (image: unknown) => released.push(image),
  _heif_image_handle_get_raw_color_profile_size: (handle: number) => photos[handle - 1]?.profile?.length ?? 0,
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, at: number) {
    memory.set(photos[handle - 1]?.profile ?? [], at);
    memory.fill(0xee, error, error + 12);
  },
  _malloc: (bytes: number) => {
    allocated.push(bytes);
    return 100;
  },
  _free: (address: number) => freed.push(address),
  HEAPU8: memory,
};
vi.mock("libheif-js/wasm-bundle.js", () => ({ default: library }));

beforeEach(() => {
  photos = [];
  for (const list of [released, freed, allocated]) list.length = 0;
});

async function read(...given: Photo[]) {
  photos = given;
  return heicPicture(Buffer.from("\0\0\0\x18ftypheic", "latin1"));
}

/** Returns the pixels that are seen, to the nearest 8. */
async function seen(photo: Photo): Promise<number[]> {
  const { picture } = await read(photo);
  const { data, info } = await sharp(Buffer.concat(picture.data)).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([photo.width, photo.height, 3]);
  return [...data].map((sample) => Math.round(sample / 8) * 8);
}

const grey = (level: number) => [level, level, level];
/** Rows of one shade each. */
const striped = (_x: number, y: number) => grey(y < 8 ? 0 : 248);
const asSeen = (width: number) => [Array<number>(width * 8 * 3).fill(0), Array<number>(width * 8 * 3).fill(248)].flat();

test.each([
  ["without padding", 48],
  ["whose padding is a number of pixels", 60],
  ["whose padding is no number of pixels", 64],
])("rows %s are read", async (_what, stride) => {
  expect(await seen({ width: 16, height: 16, stride, pixel: striped })).toEqual(asSeen(16));
});

test.each([
  ["without padding", 64],
  ["with padding", 72],
  ["whose padding is no number of pixels", 70],
])("transparent pixels of rows %s are mixed with white", async (_what, stride) => {
  const pixel = (_x: number, y: number) => [...grey(0), y < 8 ? 255 : 0];
  const pixels = await seen({ width: 16, height: 16, stride, samples: 4, pixel });
  expect(pixels).toEqual(asSeen(16).map((level) => (level === 248 ? 256 : 0)));
});

const plain: Photo = { width: 8, height: 8, stride: 24, pixel: () => grey(100) };

test("the picture is in colours, has no resolution, and is upright", async () => {
  expect(await read(plain)).toMatchObject({
    picture: {
      width: 8,
      height: 8,
      orientation: 1,
      resolution: undefined,
      encoding: { filter: "DCTDecode", colours: { kind: "rgb" } },
    },
    pictures: 1,
  });
  expect((await read(plain)).picture.encoding.colours).not.toHaveProperty("profile");
});

test("a colour profile is copied from libheif's memory, which is freed", async () => {
  const profile = Buffer.alloc(200, 5);
  profile.write("RGB ", 16, "latin1");
  const { picture } = await read({ ...plain, profile });
  expect(picture.encoding.colours).toEqual({ kind: "rgb", profile });
  expect(allocated).toEqual([12 + profile.length]); // an error of 12 bytes stands before it
  expect(freed).toContain(100);
  profile.write("GRAY", 16, "latin1");
  expect((await read({ ...plain, profile })).picture.encoding.colours).toEqual({ kind: "rgb" });
});

test("of several pictures the primary one is shown, or else the first; all are freed", async () => {
  const [one, other] = [plain, { ...plain, width: 7 }];
  expect(await read(one, { ...other, isPrimary: true })).toMatchObject({ picture: { width: 7 }, pictures: 2 });
  expect(released).toEqual([photos[1]]);
  expect(freed).toEqual(photos);
  expect(await read(other, one)).toMatchObject({ picture: { width: 7 }, pictures: 2 });
});

test("a photo that is not decoded is damaged, and freed", async () => {
  for (const fails of ["no channels", "nothing"] as const) {
    await expect(read({ ...plain, fails })).rejects.toMatchObject({ reason: "damaged" });
    expect(freed).toEqual(photos);
    freed.length = 0;
  }
  await expect(read()).rejects.toMatchObject({ reason: "damaged" });
});

test("a photo of 50 megapixels is decoded, a larger one refused by the size that it states", async () => {
  expect(await read({ ...plain, stated: [10_000, 5_000] })).toMatchObject({ picture: { width: 8 } });
  await expect(read({ ...plain, stated: [10_000, 5_001] })).rejects.toMatchObject({ reason: "too-large" });
});

test("nothing that libheif says reaches the standard output, and logs work afterwards", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  await read(plain);
  await expect(read()).rejects.toThrow();
  expect(log).not.toHaveBeenCalled();
  console.log("afterwards");
  expect(log).toHaveBeenCalledTimes(1);
  log.mockRestore();
});
