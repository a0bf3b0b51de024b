import { afterEach, beforeEach, expect, test, vi } from "vitest";

const { files, officeKit, openOfficeKit, written, lines } = vi.hoisted(() => ({
  files: { mkdirSync: vi.fn(), readdirSync: vi.fn(), rmSync: vi.fn(), writeFileSync: vi.fn(), writeSync: vi.fn() },
  officeKit: { version: "25.2.3.2", convert: vi.fn(), warm: vi.fn() },
  openOfficeKit: vi.fn(),
  written: [] as unknown[],
  lines: [] as string[],
}));
vi.mock("node:fs", () => files);
vi.mock("node:readline", () => ({ createInterface: () => lines }));
vi.mock("./office-kit.ts", () => ({ openOfficeKit }));
vi.mock("./profile.ts", () => ({ hardenedProfile: (locale: string) => `profile of ${locale}` }));

const [argv, title] = [process.argv, process.title];
beforeEach(() => {
  vi.resetModules();
  for (const one of [...Object.values(files), officeKit.convert, officeKit.warm]) one.mockReset();
  openOfficeKit.mockReset().mockReturnValue(officeKit);
  written.length = lines.length = 0;
  files.writeSync.mockImplementation((descriptor: number, line: string) => written.push([descriptor, line]));
  // It ends itself by a signal, so that LibreOffice has no time to crash on exit.
  vi.spyOn(process, "kill").mockImplementation((pid, signal) => {
    written.push([pid, signal]);
    return true;
  });
});
afterEach(() => {
  process.argv = argv;
  process.title = title;
  vi.restoreAllMocks();
});

/** Runs the child with these requests. @returns what it answered, up to its end */
async function run(...requests: unknown[]) {
  process.argv = ["node", "office-kit-child.ts", "/office/program", "/home/office", "cy-GB"];
  lines.push(...requests.map((request) => JSON.stringify(request)));
  await import("./office-kit-child.ts");
  return written;
}
const answer = (value: unknown) => [3, `${JSON.stringify(value)}\n`];
const version = answer({ version: "25.2.3.2" });
const end = [process.pid, "SIGKILL"];

test("LibreOffice starts with a hardened profile in its folder, and its version is the first answer", async () => {
  expect(await run()).toEqual([version, end]);
  expect(openOfficeKit).toHaveBeenCalledWith("/office/program", "/home/office/profile", "cy-GB");
  expect(files.rmSync).toHaveBeenCalledWith("/home/office/profile", { recursive: true, force: true });
  expect(files.mkdirSync).toHaveBeenCalledWith("/home/office/profile/user", { recursive: true });
  const profile = "/home/office/profile/user/registrymodifications.xcu";
  expect(files.writeFileSync).toHaveBeenCalledWith(profile, "profile of cy-GB");
});

test("each request has one answer, in order, and that to warm the version again", async () => {
  const [first, second] = [{ inPath: "/a.docx", outPath: "/a.pdf", format: "pdf" }, { inPath: "/b.xls" }];
  const done = { done: true, hiddenSlides: [], changesLeft: false };
  const failed = { done: false, stage: "load", askedForPassword: false, detail: "no filter" };
  officeKit.convert.mockResolvedValueOnce(done).mockResolvedValueOnce(failed);
  expect(await run(first, { warm: true }, second)).toEqual([
    version,
    answer({ ...done, hasFonts: false }),
    version,
    answer({ ...failed, hasFonts: false }),
    end,
  ]);
  expect(officeKit.convert.mock.calls).toEqual([[first], [second]]);
  expect(officeKit.warm.mock.calls).toEqual([["/home/office/warm.pdf"]]);
});

test("an answer says whether documents have brought fonts", async () => {
  files.readdirSync
    .mockImplementationOnce(() => {
      throw new Error("ENOENT");
    })
    .mockReturnValueOnce([])
    .mockReturnValue(["Arial.ttf"]);
  officeKit.convert.mockResolvedValue({ done: true });
  const answered = [false, false, true, true].map((hasFonts) => answer({ done: true, hasFonts }));
  expect(await run({}, {}, {}, {})).toEqual([version, ...answered, end]);
  expect(files.readdirSync).toHaveBeenLastCalledWith("/home/office/profile/user/temp/embeddedfonts/fromdocs");
});

test("a LibreOffice that cannot be loaded is told with its reason, and the process ends", async () => {
  openOfficeKit.mockImplementation(() => {
    throw new Error("There is no LibreOfficeKit in /office/program.");
  });
  const unavailable = answer({ unavailable: "There is no LibreOfficeKit in /office/program." });
  expect(await run({ warm: true })).toEqual([unavailable, end]);
});

test("a request that fails otherwise ends the process after its reason", async () => {
  officeKit.convert.mockRejectedValue(new Error("The disk is full"));
  expect(await run({ inPath: "/a" }, { inPath: "/b" })).toEqual([
    version,
    answer({ unavailable: "The disk is full" }),
    end,
  ]);
});
