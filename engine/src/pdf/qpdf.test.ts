import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { countPages, normaliseWithQpdf } from "./qpdf.ts";
import { workFolder } from "./testing.ts";

afterEach(() => vi.unstubAllEnvs());

interface Run {
  status?: number;
  output?: string;
  messages?: string;
  writes?: boolean;
  /** The text of the file that is read. */
  file?: string;
}

/** Puts a program in the place of qpdf that notes its arguments and its standard input. */
async function fakeQpdf({ status = 0, output = "", messages = "", writes = true, file = "" }: Run) {
  const folder = await workFolder();
  const at = (name: string) => join(folder, name);
  writeFileSync(at("in.pdf"), file, "latin1");
  writeFileSync(at("output"), output);
  writeFileSync(at("messages"), messages);
  const lines = [
    "#!/bin/sh",
    `printf '%s\\n' "$@" > ${at("arguments")}`,
    `/bin/cat > ${at("password")}`,
    `/bin/cat ${at("output")}`,
    `/bin/cat ${at("messages")} >&2`,
    writes ? `: > ${at("out.pdf")}` : "",
    `exit ${status}`,
  ];
  writeFileSync(at("qpdf"), lines.join("\n"));
  chmodSync(at("qpdf"), 0o755);
  vi.stubEnv("PATH", folder);
  const read = (name: string) => readFileSync(at(name), "utf8");
  return { path: at("in.pdf"), outPath: at("out.pdf"), read };
}

async function outcome(run: Run): Promise<string> {
  const { path, outPath } = await fakeQpdf(run);
  return normaliseWithQpdf(path, "", outPath, false);
}

const damage = "WARNING: in.pdf (object 4 0, offset 90): expected endstream";
const retyped = "WARNING: in.pdf (object 7 0): /Type key should be /Page but is not; overriding";
const table = "WARNING: in.pdf (offset 90): input stream is complete but output may still be valid";
const page = "7 0 obj\n<< /Type /Page /MediaBox [0 0 9 9] >>\nendobj\n";
const font = "7 0 obj\n<< /Type /Font >>\nendobj\n";

test.each<[string, Run, string]>([
  ["nothing to report", {}, "whole"],
  ["a message without a warning", { messages: damage.replace("WARNING: ", "") }, "whole"],
  ["a damaged stream", { status: 3, messages: damage }, "repaired"],
  [
    "a harmless fault",
    { status: 3, messages: "WARNING: in.pdf: reported number of objects (9) is not one plus" },
    "whole",
  ],
  ["a key twice", { status: 3, messages: "WARNING: in.pdf: dictionary has duplicated key /A; last one wins" }, "whole"],
  ["an end of a table", { status: 3, messages: table }, "whole"],
  ["a harmless fault and damage", { status: 3, messages: `${table}\n${damage}\n${table}` }, "repaired"],
  ["a wrong password", { status: 2, messages: "in.pdf: invalid password", writes: false }, "password"],
  ["an error", { status: 2, messages: "in.pdf: damaged" }, "failed"],
  ["another error", { status: 1 }, "failed"],
  ["no output", { writes: false }, "failed"],
  ["no output, and warnings", { status: 3, messages: damage, writes: false }, "failed"],
  ["a page without its type", { status: 3, messages: retyped, file: page }, "whole"],
  ["a font in the place of a page", { status: 3, messages: retyped, file: font }, "failed"],
  [
    "a page with a parent only",
    { status: 3, messages: retyped, file: font.replace(">>", "/Parent 2 0 R >>") },
    "whole",
  ],
  [
    "a page with contents only",
    { status: 3, messages: retyped, file: font.replace(">>", "/Contents 2 0 R >>") },
    "whole",
  ],
  ["an object without a type", { status: 3, messages: retyped, file: font.replace("/Type /Font", "/A 1") }, "whole"],
  [
    "an object that is packed",
    { status: 3, messages: retyped, file: "17 0 obj\n<< /Type /Font >>\nendobj\n" },
    "whole",
  ],
  ["an object of another generation", { status: 3, messages: retyped, file: font.replace("7 0", "7 1") }, "whole"],
  [
    "a page and a font",
    { status: 3, messages: `${retyped.replace("7", "8")}\n${retyped}`, file: `8${page.slice(1)}${font}` },
    "failed",
  ],
  [
    "an object of more than 4,000 characters",
    { status: 3, messages: retyped, file: font.replace("obj", `obj${" ".repeat(4000)}`) },
    "whole",
  ],
  [
    "an object of almost 4,000 characters",
    { status: 3, messages: retyped, file: font.replace("obj", `obj${" ".repeat(3900)}`) },
    "failed",
  ],
])("a file in which qpdf finds %s is whole, repaired, protected or not read", async (_what, run, expected) => {
  expect(await outcome(run)).toBe(expected);
});

test("messages are read to 100,000 characters, so that endless ones need no memory", async () => {
  const filler = (characters: number) => `${"x".repeat(99)}\n`.repeat(characters / 100);
  expect(await outcome({ status: 3, messages: `${filler(90_000)}${damage}\n` })).toBe("repaired");
  expect(await outcome({ status: 3, messages: `${filler(2_000_000)}${damage}\n` })).toBe("whole");
});

test.each([
  [false, []],
  [true, ["--pages", ".", "1-z", "--"]],
])("the page tree is written anew where that is wanted: %s", async (flattened, added) => {
  const { path, outPath, read } = await fakeQpdf({});
  expect(await normaliseWithQpdf(path, "plum tart", outPath, flattened)).toBe("whole");
  expect(read("password")).toBe("plum tart\n");
  expect(existsSync(outPath)).toBe(true);
  expect(read("arguments").trim().split("\n")).toEqual([
    "--password-file=-",
    "--decrypt",
    "--object-streams=disable",
    "--stream-data=preserve",
    "--remove-unreferenced-resources=no",
    path,
    ...added,
    outPath,
  ]);
});

test.each<[Run, number | undefined]>([
  [{ output: "12\n" }, 12],
  [{ output: "100000\n", status: 3, messages: damage }, 100_000],
  [{ output: "12\n", status: 2 }, undefined],
  [{ output: "12\n", status: 1 }, undefined],
])("pages are counted unless qpdf fails: %j", async (run, pages) => {
  const { path, read } = await fakeQpdf(run);
  expect(await countPages(path, "plum")).toBe(pages);
  expect([read("password"), read("arguments")]).toEqual(["plum\n", `--password-file=-\n--show-npages\n${path}\n`]);
});

test("without qpdf nothing is counted", async () => {
  vi.stubEnv("PATH", await workFolder());
  await expect(countPages("in.pdf", "")).rejects.toThrow("ENOENT");
});
