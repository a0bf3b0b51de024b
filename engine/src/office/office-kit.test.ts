import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, type Mock, test, vi } from "vitest";
import { type OfficeKitRequest, openOfficeKit } from "./office-kit.ts";
import { officeKitLibraries } from "./office-kit-libraries.ts";
import { pdfFilterOptions } from "./pdf-export.ts";

type Functions = Record<number, (...given: never[]) => unknown>;
const { kit, hook, config, ask } = vi.hoisted(() => ({
  kit: {} as Functions,
  hook: vi.fn(),
  config: vi.fn(),
  ask: { answer: (_type: number) => {} },
}));
// An object's table of functions is the object, by slot; a pointer to text is the text itself.
vi.mock("koffi", () => ({
  default: {
    config,
    load: () => ({ func: () => hook }),
    proto: () => "prototype",
    pointer: () => "pointer",
    decode: (pointer: unknown) => pointer,
    register: (answer: (type: number) => void) => {
      ask.answer = answer;
      return "callback";
    },
  },
}));
vi.mock("./office-kit-table.ts", () => {
  const method = (object: Functions, slot: number) => object[slot];
  return {
    method,
    plain: method,
    asyncMethod:
      (object: Functions, slot: number) =>
      async (...given: never[]) =>
        object[slot]?.(...given),
  };
});
vi.mock("./icon-sizes.ts", () => ({
  iconSizes: () => (save: () => unknown) => {
    withFullIcons();
    return save();
  },
}));
const withFullIcons = vi.hoisted(() => vi.fn());

const [text, workbook, presentation] = [0, 1, 2];
const [load, register, features, setPassword, save, destroy] = [4, 6, 8, 9, 2, 1];
const page = "<</Type/Page/Parent 1 0 R>>";

let dir: string;
/** What LibreOffice writes, one after the other; nothing for a failure. */
let saves: (string | undefined)[];
let loaded: Functions | null;
const saved: unknown[][] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "sheaf-kit-"));
  for (const name of officeKitLibraries.slice(0, 1)) writeFileSync(join(dir, name), "");
  saved.length = 0;
  saves = [page];
  loaded = documentOf(text);
  hook.mockReset().mockReturnValue(kit);
  withFullIcons.mockReset();
  Object.assign(kit, {
    3: () => "no filter",
    [load]: vi.fn(() => loaded),
    5: vi.fn(),
    [register]: vi.fn(),
    [features]: vi.fn(),
    [setPassword]: vi.fn(),
    10: () => '{"ProductName": "LibreOffice", "ProductVersion": "25.2", "ProductExtension": ".3.2"}',
  });
});
afterEach(() => rmSync(dir, { recursive: true }));

function documentOf(type: number, functions: Functions = {}): Functions {
  return {
    [destroy]: vi.fn(),
    [save]: (url: string, format: string, options: string) => {
      saved.push([url, format, options]);
      const content = saves.shift();
      if (content !== undefined) writeFileSync(new URL(url), content);
      return content === undefined ? 0 : 1;
    },
    3: () => type,
    17: vi.fn(),
    23: () => "",
    ...functions,
  };
}

const callsOf = (slot: number) => (kit[slot] as unknown as Mock).mock.calls;
const urlIn = (name: string) => pathToFileURL(join(dir, name)).href;

/** Converts a document of so many bytes. */
async function converted(given: Partial<OfficeKitRequest> = {}, bytes = 10) {
  const inPath = join(dir, "in.docx");
  writeFileSync(inPath, Buffer.alloc(bytes));
  const outPath = join(dir, "out.pdf");
  const answer = await openOfficeKit(dir, "/profile", "cy-GB").convert({ inPath, outPath, format: "pdf", ...given });
  return { answer, written: () => readFileSync(outPath, "latin1") };
}

test("LibreOffice is started with its folder and its profile, on the largest stack, and tells its version", () => {
  expect(openOfficeKit(dir, "/profile", "cy-GB").version).toBe("25.2.3.2");
  expect(hook).toHaveBeenCalledWith(dir, "file:///profile");
  expect(config).toHaveBeenCalledWith({ sync_stack_size: 16_777_216, async_stack_size: 16_777_216 });
  expect(kit[features]).toHaveBeenCalledWith(3);
  Object.assign(kit, { 10: () => null });
  expect(openOfficeKit(dir, "/profile", "cy-GB").version).toBe("");
});

test("a folder without LibreOfficeKit, or one that does not start, is an error", () => {
  hook.mockReturnValue(null);
  expect(() => openOfficeKit(dir, "/profile", "cy-GB")).toThrow("LibreOfficeKit did not start.");
  expect(() => openOfficeKit("/missing", "/profile", "cy-GB")).toThrow("There is no LibreOfficeKit in /missing.");
});

test("a document without a password is loaded without questions, in the given country", async () => {
  const { answer } = await converted();
  expect(answer).toEqual({ done: true, hiddenSlides: [], changesLeft: false });
  expect(kit[load]).toHaveBeenCalledWith(urlIn("in.docx"), "Batch=true,MacroSecurityLevel=3,Language=cy-GB");
  expect(kit[register]).not.toHaveBeenCalled();
  expect(loaded?.[destroy]).toHaveBeenCalledOnce();
});

/** Loads a document for which LibreOffice asks so many questions. */
const askingWith = (types: number[]) => {
  Object.assign(kit, {
    [load]: vi.fn(() => {
      for (const type of types) ask.answer(type);
      return null;
    }),
  });
  return converted({ password: "damson" });
};

test("a password is given once, and a second question is answered with none", async () => {
  const { answer } = await askingWith([20, 21]);
  expect(kit[load]).toHaveBeenCalledWith(urlIn("in.docx"), "MacroSecurityLevel=3,Language=cy-GB");
  expect(callsOf(setPassword)).toEqual([
    [urlIn("in.docx"), "damson"],
    [urlIn("in.docx"), null],
  ]);
  expect(answer).toEqual({ done: false, stage: "load", askedForPassword: true, detail: "no filter" });
  expect(callsOf(register)).toEqual([
    ["callback", null],
    [null, null],
  ]);
});

test("other callbacks are no question for a password", async () => {
  const { answer } = await askingWith([19, 22]);
  expect(kit[setPassword]).not.toHaveBeenCalled();
  expect(answer).toMatchObject({ stage: "load", askedForPassword: false });
});

test("a document that cannot be saved fails with LibreOffice's message, and is closed", async () => {
  saves = [undefined];
  expect((await converted()).answer).toEqual({
    done: false,
    stage: "save",
    askedForPassword: false,
    detail: "no filter",
  });
  expect(loaded?.[destroy]).toHaveBeenCalledOnce();
});

test("a presentation states its hidden slides, and one of hidden slides only is not saved", async () => {
  const slides = (...visible: string[]) =>
    documentOf(presentation, {
      4: () => visible.length,
      42: (part: number) => JSON.stringify({ visible: visible[part] }),
    });
  loaded = slides("1", "0");
  expect((await converted()).answer).toMatchObject({ done: true, hiddenSlides: [2] });
  loaded = slides("0", "0");
  expect((await converted()).answer).toMatchObject({ done: false, stage: "hidden", askedForPassword: false });
  expect(saved).toHaveLength(1);
  expect(loaded[destroy]).toHaveBeenCalledOnce();
});

test("tracked changes that stay are told for a PDF, and are not looked for in a workbook to be converted", async () => {
  const times = [0, 10_000];
  vi.spyOn(performance, "now").mockImplementation(() => times.shift() ?? 10_000);
  loaded = documentOf(text, { 23: () => '{"redlines":[{}]}' });
  expect((await converted()).answer).toMatchObject({ done: true, changesLeft: true });
  saves = ["PK"];
  expect((await converted({ format: "xlsx" })).answer).toMatchObject({ done: true, changesLeft: false });
  vi.restoreAllMocks();
});

test("a workbook is saved as XLSX without options, and as PDF with its icons in full size", async () => {
  loaded = documentOf(workbook);
  await converted({ format: "xlsx", pictures: "small" });
  expect(saved).toEqual([[urlIn("out.pdf"), "xlsx", ""]]);
  expect(withFullIcons).not.toHaveBeenCalled();
  saves = [page];
  await converted();
  expect(withFullIcons).toHaveBeenCalledOnce();
  loaded = documentOf(text);
  saves = [page];
  await converted();
  expect(withFullIcons).toHaveBeenCalledOnce();
});

test("a PDF has the pictures that are asked for, and exact ones otherwise", async () => {
  saves = [page, page, page];
  for (const pictures of ["exact", "small", undefined] as const)
    expect((await converted(pictures && { pictures })).written()).toBe(page);
  const { exact, small } = pdfFilterOptions;
  expect(saved.map(([, , options]) => options)).toEqual([exact, small, exact]);
});

test("warming makes a document of each type, one after the other", async () => {
  saves = [page, page, page];
  await openOfficeKit(dir, "/profile", "cy-GB").warm(join(dir, "warm.pdf"));
  expect(callsOf(load).map(([url]) => url)).toEqual([
    "private:factory/swriter",
    "private:factory/scalc",
    "private:factory/simpress",
  ]);
  expect(saved.map(([url, format]) => [url, format])).toEqual(
    Array.from({ length: 3 }, () => [urlIn("warm.pdf"), "pdf"]),
  );
});
