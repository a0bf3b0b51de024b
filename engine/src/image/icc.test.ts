import { expect, test } from "vitest";
import { usableProfile } from "./icc.ts";

const profile = (space: string, length = 129) => {
  const bytes = Buffer.alloc(length);
  bytes.write(space, 16, "latin1");
  return bytes;
};

test.each([
  ["grey", "GRAY"],
  ["rgb", "RGB "],
  ["cmyk", "CMYK"],
] as const)("a profile for %s is used for pictures of that kind only", (kind, space) => {
  const own = profile(space);
  expect(usableProfile(own, kind)).toBe(own);
  expect((["grey", "rgb", "cmyk"] as const).filter((one) => usableProfile(own, one))).toEqual([kind]);
});

test("a profile that consists of its header alone is not used", () => {
  expect(usableProfile(profile("RGB ", 128), "rgb")).toBeUndefined();
  expect(usableProfile(Buffer.alloc(0), "rgb")).toBeUndefined();
});

test("the kind of colour is read from its place in the header", () => {
  const shifted = Buffer.concat([Buffer.from([0]), profile("RGB ")]);
  expect(usableProfile(shifted, "rgb")).toBeUndefined();
});
