import { beforeEach, expect, test, vi } from "vitest";
import { iconSizes } from "./icon-sizes.ts";

const { load, scales } = vi.hoisted(() => ({ load: vi.fn(), scales: [] as number[] }));
vi.mock("koffi", () => ({ default: { load } }));
beforeEach(() => {
  scales.length = 0;
  load.mockReset().mockReturnValue({ func: () => (scale: number) => scales.push(scale) });
});

test("icons are as large as in Calc while a document is saved, and then the scale is the usual one", () => {
  const save = iconSizes("/office/program");
  expect(load).toHaveBeenCalledWith("/office/program/libmergedlo.so");
  expect(save(() => [...scales])).toEqual([2540 / 720]);
  expect(scales).toEqual([2540 / 720, 1]);
});

test("a failure to save is passed on, and the scale is the usual one again", () => {
  const save = iconSizes("/office/program");
  const failing = () => {
    throw new Error("The disk is full");
  };
  expect(() => save(failing)).toThrow("The disk is full");
  expect(scales).toEqual([2540 / 720, 1]);
});

test.each([
  [
    "library",
    () =>
      load.mockImplementation(() => {
        throw new Error("No such file");
      }),
  ],
  [
    "setting",
    () =>
      load.mockReturnValue({
        func: () => {
          throw new Error("No such function");
        },
      }),
  ],
])("without such a %s a document is saved as it is", (_what, remove) => {
  remove();
  expect(iconSizes("/office/program")(() => "saved")).toBe("saved");
  expect(scales).toEqual([]);
});
