import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { placeOnA4 } from "./pdf.ts";
import { workFolder } from "./testing.ts";

/** What each step is given, and what it returns. */
const steps = vi.hoisted(() => ({
  strict: vi.fn(),
  lenient: vi.fn(),
  parse: vi.fn(),
  normalise: vi.fn(),
  refuseEndless: vi.fn(),
  inspect: vi.fn(),
  appearances: vi.fn(),
  place: vi.fn(),
  write: vi.fn(),
  isBlank: vi.fn(),
  compare: vi.fn(),
}));
vi.mock("./strict-reader.ts", () => ({ readStrictly: steps.strict }));
vi.mock("./parse.ts", () => ({ tryParse: steps.lenient, parseDocument: steps.parse }));
vi.mock("./normalise.ts", () => ({ normalise: steps.normalise }));
vi.mock("./form-nesting.ts", () => ({ refuseEndlessDrawing: steps.refuseEndless }));
vi.mock("./inspect.ts", () => ({ inspect: steps.inspect }));
vi.mock("./appearances.ts", () => ({ generateAppearances: steps.appearances }));
vi.mock("./place.ts", () => ({ placePages: steps.place, maxLinks: 20_000 }));
vi.mock("./file-writer.ts", () => ({ writeDocument: steps.write }));
vi.mock("./check.ts", () => ({ isBlank: steps.isBlank }));
vi.mock("./content-text.ts", () => ({ contentText: () => "content" }));
vi.mock("../invoice/compare-with-pages.ts", () => ({ compareWithPages: steps.compare }));
vi.mock("./fonts/value-fonts.ts", () => ({ valueFonts: "fonts" }));

const inspection = { withoutAppearance: new Map(), hasText: false, invoiceXml: undefined, warnings: [] };
const placement = {
  context: "context",
  catalog: "catalog",
  pages: 3,
  damagedPages: 0,
  missingCharacters: new Set<string>(),
  linksLost: false,
};
const repaired = { bytes: Buffer.from("mended"), source: "mended", condition: "whole", passwordUsed: false };
beforeEach(() => {
  for (const step of Object.values(steps)) step.mockReset();
  steps.strict.mockReturnValue("plain");
  steps.inspect.mockResolvedValue(inspection);
  steps.place.mockReturnValue(placement);
  steps.isBlank.mockResolvedValue(false);
});

async function placed(origin: "foreign" | "own" = "foreign") {
  const workDir = await workFolder();
  const path = join(workDir, "in.pdf");
  writeFileSync(path, "Damson");
  return placeOnA4({ path, name: "in.pdf" }, origin, { workDir, outPath: join(workDir, "out.pdf") });
}
const codes = async () => (await placed()).warnings.map(({ code }) => code);

test("a file without faults is inspected, placed and written, and nothing is repaired", async () => {
  expect(await placed()).toEqual({ pages: 3, warnings: [] });
  expect(steps.refuseEndless).toHaveBeenCalledWith("plain");
  expect(steps.inspect).toHaveBeenCalledWith("plain");
  expect(steps.place).toHaveBeenCalledWith("plain", new Map(), { valueFonts: undefined });
  expect(steps.write).toHaveBeenCalledWith("context", "catalog", expect.stringMatching(/out\.pdf$/));
  for (const step of [steps.lenient, steps.normalise, steps.appearances, steps.isBlank, steps.compare])
    expect(step).not.toHaveBeenCalled();
});

test("an uploaded file that is not read strictly is repaired", async () => {
  steps.strict.mockReturnValue(undefined);
  steps.normalise.mockResolvedValue(repaired);
  await placed();
  expect(steps.lenient).not.toHaveBeenCalled();
  expect(steps.inspect).toHaveBeenCalledWith("mended");
  expect(steps.normalise.mock.calls[0]?.[1]).toEqual(Buffer.from("Damson"));
});

test("a file of this engine is parsed leniently, and its drawing is not searched for loops", async () => {
  steps.lenient.mockResolvedValue("own");
  await placed("own");
  expect(steps.strict).not.toHaveBeenCalled();
  expect(steps.refuseEndless).not.toHaveBeenCalled();
  expect(steps.inspect).toHaveBeenCalledWith("own");
});

test("fonts for values are loaded for a file with fields or comments", async () => {
  steps.inspect.mockResolvedValue({ ...inspection, hasText: true });
  await placed();
  expect(steps.place.mock.calls[0]?.[2]).toEqual({ valueFonts: "fonts" });
});

test("missing appearances are generated, and when that fails the file is placed without them", async () => {
  const missing = new Map([[0, new Map([[1, "draw"]])]]);
  steps.inspect.mockResolvedValue({ ...inspection, withoutAppearance: missing });
  steps.appearances.mockResolvedValue(Buffer.from("drawn"));
  steps.parse.mockResolvedValue("drawn");
  await placed();
  expect(steps.appearances).toHaveBeenCalledWith(Buffer.from("Damson"), missing);
  expect(steps.place.mock.calls[0]?.slice(0, 2)).toEqual(["drawn", missing]);
  steps.appearances.mockRejectedValue(new Error("PDFium crashed"));
  await placed();
  expect(steps.place.mock.calls[1]?.slice(0, 2)).toEqual(["plain", new Map()]);
});

test("what the inspection and the comparison of an invoice find follows what the repair found", async () => {
  const warning = (code: string) => ({ code, text: code });
  steps.inspect.mockResolvedValue({ ...inspection, invoiceXml: Buffer.from("xml"), warnings: [warning("inspected")] });
  steps.compare.mockResolvedValue([warning("compared")]);
  steps.place.mockReturnValue({ ...placement, linksLost: true });
  expect(await codes()).toEqual(["links-left-out", "inspected", "compared"]);
  const [xml, pages, workDir] = steps.compare.mock.calls[0] ?? [];
  expect([String(xml), pages]).toEqual(["xml", { path: join(workDir, "out.pdf"), contentText: "content" }]);
});

test.each([
  ["whole", 0, false],
  ["repaired", 0, true],
  ["recovered", 0, true],
  ["whole", 1, true],
  ["repaired", 1, true],
])(
  "a blank result of a file that was %s, with %i damaged pages, means damage: %s",
  async (condition, damagedPages, isDamage) => {
    steps.strict.mockReturnValue(undefined);
    steps.normalise.mockResolvedValue({ ...repaired, condition });
    steps.place.mockReturnValue({ ...placement, damagedPages });
    expect((await placed()).pages).toBe(3);
    steps.isBlank.mockResolvedValue(true);
    if (isDamage) await expect(placed()).rejects.toMatchObject({ reason: "damaged" });
    else expect((await placed()).pages).toBe(3);
  },
);

test.each<[string, object, object, string[]]>([
  ["a password", { passwordUsed: true }, {}, ["Opened with the password given; the new PDF has none."]],
  ["a repair", { condition: "repaired" }, {}, ["The PDF was damaged and has been repaired; it has 3 pages."]],
  [
    "a repair of a page",
    { condition: "repaired" },
    { pages: 1 },
    ["The PDF was damaged and has been repaired; it has 1 page."],
  ],
  ["recovered pages", { condition: "recovered" }, {}, ["The PDF is damaged; 3 pages could be recovered. Check them."]],
  ["damaged pages", {}, { damagedPages: 2 }, ["The content of 2 of 3 pages is damaged and may be incomplete."]],
  ["too many links", {}, { linksLost: true }, ["The PDF has more than 20,000 links; the last ones cannot be clicked."]],
  ["no faults", {}, {}, []],
  [
    "a password and damaged pages",
    { passwordUsed: true, condition: "repaired" },
    { damagedPages: 1, pages: 1 },
    [
      "Opened with the password given; the new PDF has none.",
      "The PDF was damaged and has been repaired; it has 1 page.",
      "The content of 1 of 1 page is damaged and may be incomplete.",
    ],
  ],
])("the user is told about %s", async (_what, normal, differences, texts) => {
  steps.strict.mockReturnValue(undefined);
  steps.normalise.mockResolvedValue({ ...repaired, ...normal });
  steps.place.mockReturnValue({ ...placement, ...differences });
  expect((await placed()).warnings.map(({ text }) => text)).toEqual(texts);
});

test("the user is told about up to 20 characters that no font has", async () => {
  const told = async (count: number) => {
    const missingCharacters = new Set(
      Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + index)),
    );
    steps.place.mockReturnValue({ ...placement, missingCharacters });
    const { warnings } = await placed();
    return warnings[0]?.text.split(": ")[1]?.split(" ").length;
  };
  expect([await told(1), await told(20), await told(21)]).toEqual([1, 20, 20]);
  expect(await told(0)).toBeUndefined();
  expect((await placed()).warnings).toEqual([]);
});
