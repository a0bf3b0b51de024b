import { expect, test, vi } from "vitest";
import { ConvertError } from "../converter.ts";
import { parseDocument, tryParse } from "./parse.ts";

const parsers = vi.hoisted(() => ({ strict: vi.fn(), lenient: vi.fn() }));
vi.mock("./strict-reader.ts", () => ({ readStrictly: parsers.strict }));
vi.mock("./lenient-parser.ts", () => ({ parseLeniently: parsers.lenient }));

const bytes = Buffer.from("Damson");
const given = (strict: unknown, lenient: () => unknown) => {
  parsers.strict.mockReset().mockReturnValue(strict);
  parsers.lenient.mockReset().mockImplementation(lenient);
};

test("a file without faults is read by the strict parser alone, and any other by the lenient one", async () => {
  given("strict", () => "lenient");
  expect(await parseDocument(bytes)).toBe("strict");
  expect(parsers.lenient).not.toHaveBeenCalled();
  given(undefined, () => "lenient");
  expect(await parseDocument(bytes)).toBe("lenient");
  expect(await tryParse(bytes)).toBe("lenient");
  expect(parsers.lenient).toHaveBeenCalledWith(bytes);
});

test("a file that cannot be parsed is none, and one that is refused stays refused", async () => {
  const failing = (error: Error) => () => {
    throw error;
  };
  given(undefined, failing(new Error("No page")));
  expect(await tryParse(bytes)).toBeUndefined();
  await expect(parseDocument(bytes)).rejects.toThrow("No page");
  given(undefined, failing(new ConvertError("too-large")));
  await expect(tryParse(bytes)).rejects.toMatchObject({ reason: "too-large" });
});
