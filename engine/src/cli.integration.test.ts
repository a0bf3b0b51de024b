import { spawn, spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { attached, emailWith } from "../../fixtures/email-files.ts";
import { type ZipPart, zipFile } from "../../fixtures/zip-files.ts";
import { bookmarksOf } from "./pdf/testing.ts";
import { runCommandLine } from "./testing/command-line.ts";

const fixtures = join(import.meta.dirname, "..", "..", "fixtures", "files");
const cli = join(import.meta.dirname, "cli.ts");

let home: string;
let dir: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "sheaf-cli-"));
});
afterAll(() => rm(home, { recursive: true, force: true }));
beforeEach(async () => {
  dir = await mkdtemp(join(home, "test-"));
});

/** Runs the command in a folder of the test's own, with the fixtures named as `@name`. */
async function sheafConvert(...given: string[]) {
  const ending = await runCommandLine("cli.ts", given, { dir, cacheHome: join(home, "cache") });
  const lines: unknown[] = ending.out.startsWith("{")
    ? ending.out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [];
  return { ...ending, lines };
}

test("a ZIP archive is unpacked, and the files in it are converted and merged in their order, those of archives in it too", async () => {
  const inner = zipFile([{ name: "b.txt", content: "two" }]);
  const parts = [
    { name: "2026/a.txt", content: "one" },
    { name: "more.zip", content: inner },
    { name: "__MACOSX/._a.txt", content: "fork" },
    { name: "c.txt", content: "three" },
  ];
  await writeFile(join(dir, "invoices.zip"), zipFile(parts));

  const { status, lines, err } = await sheafConvert("@scan.png", "invoices.zip", "-o", "out.pdf", "--json");

  expect(status).toBe(0);
  const outcomes = (lines as { file: string; outcome: string }[]).map(({ file, outcome }) => [file, outcome]);
  expect(outcomes.slice(1, -1)).toEqual([
    ["invoices.zip", "container"],
    ["invoices.zip › 2026/a.txt", "converted"],
    ["invoices.zip › more.zip", "container"],
    ["invoices.zip › more.zip › b.txt", "converted"],
    ["invoices.zip › __MACOSX/_a.txt", "set-aside"],
    ["invoices.zip › c.txt", "converted"],
  ]);
  expect(err).toBe("invoices.zip › __MACOSX/_a.txt is a file that macOS keeps for itself, not a document.\n");
  const bookmarks = await bookmarksOf(join(dir, "out.pdf"));
  expect(bookmarks.map(({ title }) => title)).toEqual([
    "scan.png",
    ...outcomes
      .filter(([, is]) => is === "converted")
      .slice(1)
      .map(([file]) => file),
  ]);
});

test("an email becomes its text and its attachments, also those in an archive", async () => {
  const archive = zipFile([{ name: "a.txt", content: "one" }]);
  const email = emailWith("Please find our invoices attached.", attached("invoices.zip", archive, "application/zip"));
  await writeFile(join(dir, "mail.eml"), email);

  const { status } = await sheafConvert("mail.eml", "-o", "out.pdf");

  expect(status).toBe(0);
  const bookmarks = await bookmarksOf(join(dir, "out.pdf"));
  expect(bookmarks.map(({ title }) => title)).toEqual(["mail.eml › Message.html", "mail.eml › invoices.zip › a.txt"]);
});

test("files of an archive count like any other: one that is refused prevents the PDF, unless --keep-going is given", async () => {
  const parts = [
    { name: "a.txt", content: "one" },
    { name: "../b.txt", content: "two" },
    { name: "c/a.txt", content: "three" },
  ];
  await writeFile(join(dir, "invoices.zip"), zipFile(parts));

  const { status, err } = await sheafConvert("invoices.zip", "-o", "out.pdf");
  expect(status).toBe(2);
  const words = "invoices.zip › b.txt has a name that is not safe to unpack. Rename it and replace it.";
  expect(err).toBe(`${words}\nNo PDF was written.\n`);

  const kept = await sheafConvert("invoices.zip", "--separate", "pages", "--keep-going");
  expect(kept).toMatchObject({ status: 2, out: "pages: 2 pages from 2 of 3 files\n" });
  expect((await readdir(join(dir, "pages"))).sort()).toEqual(["a (2).txt.pdf", "a.txt.pdf"]);
});

test("the password of an archive opens it, and a file in it that is protected with the same one", async () => {
  await writeFile(join(dir, "secret"), "orchard\n");
  const content = readFileSync(join(fixtures, "protected.docx"));
  const parts: ZipPart[] = [{ name: "protected.docx", content, encryption: "ZipCrypto", password: "orchard" }];
  await writeFile(join(dir, "locked.zip"), zipFile(parts));

  const { lines } = await sheafConvert("locked.zip", "-o", "out.pdf", "--json", "--password-file", "locked.zip=secret");
  expect(lines).toMatchObject([{ outcome: "container" }, { outcome: "converted", pages: 1 }, { out: "out.pdf" }]);
});

test("archives in archives are unpacked to a depth of three, and an archive without documents is refused as empty", async () => {
  const zip = (name: string, content: Buffer | string) => zipFile([{ name, content }]);
  const four = zip("3.zip", zip("2.zip", zip("1.zip", zip("a.txt", "one"))));
  await Promise.all([writeFile(join(dir, "4.zip"), four), writeFile(join(dir, "fork.zip"), zip("._a.pdf", "fork"))]);

  const { status, lines } = await sheafConvert("4.zip", "fork.zip", "-o", "out.pdf", "--json");
  expect(status).toBe(2);
  expect(lines).toMatchObject([
    { file: "4.zip", outcome: "container" },
    { file: "4.zip › 3.zip", outcome: "container" },
    { file: "4.zip › 3.zip › 2.zip", outcome: "container" },
    { file: "4.zip › 3.zip › 2.zip › 1.zip", outcome: "rejected", reason: "too-large" },
    { file: "fork.zip", outcome: "rejected", reason: "empty", text: "fork.zip holds no documents." },
    { file: "fork.zip › _a.pdf", outcome: "set-aside" },
    { out: null },
  ]);
});

test("several files become one PDF and are reported line by line in the order typed", async () => {
  const { status, lines } = await sheafConvert("@receipt-photo.jpg", "@invoice.docx", "-o", "out.pdf", "--json");

  expect(status).toBe(0);
  expect(lines).toEqual([
    expect.objectContaining({ file: `${fixtures}/receipt-photo.jpg`, outcome: "converted", pages: 1, reason: null }),
    expect.objectContaining({ file: `${fixtures}/invoice.docx`, outcome: "converted", pages: 1, warnings: [] }),
    { out: "out.pdf", pages: 2, ms: expect.any(Number) },
  ]);
  expect(await readdir(dir)).toEqual(["out.pdf"]);
});

test("nothing is written when one file is rejected", async () => {
  const { status, lines, err } = await sheafConvert("@invoice.docx", "@garbage.docx", "-o", "out.pdf", "--json");

  expect(status).toBe(2);
  const advice = "garbage.docx is damaged and cannot be read. Ask for a new copy and replace it.";
  expect(lines).toMatchObject([
    { outcome: "converted", text: null },
    { outcome: "rejected", reason: "damaged", text: advice },
    { out: null },
  ]);
  expect(err).toContain(advice);
  expect(await readdir(dir)).toEqual([]);
});

test("--keep-going writes the files that convert and still exits with the status of a rejection", async () => {
  const { status, lines } = await sheafConvert(
    "@invoice.docx",
    "@garbage.docx",
    "-o",
    "out.pdf",
    "--json",
    "--keep-going",
  );

  expect(status).toBe(2);
  expect(lines.at(-1)).toMatchObject({ out: "out.pdf", pages: 1 });
  expect(await readdir(dir)).toEqual(["out.pdf"]);
});

test("--separate writes one PDF for each file and numbers a repeated name", async () => {
  const { status, lines } = await sheafConvert("@scan.png", "@notes.txt", "@scan.png", "--separate", "pages", "--json");

  expect(status).toBe(0);
  expect(lines.at(-1)).toEqual({ pages: 4, ms: expect.any(Number) });
  expect((await readdir(join(dir, "pages"))).sort()).toEqual(["notes.txt.pdf", "scan (2).png.pdf", "scan.png.pdf"]);
});

test("the PDF is written even when the reader of standard output has exited", async () => {
  const child = spawn(process.execPath, [cli, join(fixtures, "receipt-photo.jpg"), "-o", "out.pdf"], {
    cwd: dir,
    env: { ...process.env, XDG_CACHE_HOME: join(home, "cache") },
    stdio: ["ignore", "pipe", "ignore"],
  });
  child.stdout.destroy();
  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
  expect(await readdir(dir)).toEqual(["out.pdf"]);
});

test.runIf(process.getuid?.() === 0)(
  "files and folders without permission are reported before anything is opened",
  async () => {
    await Promise.all([
      writeFile(join(dir, "theirs.txt"), "x", { mode: 0o600 }),
      writeFile(join(dir, "ours.txt"), "x"),
    ]);
    await Promise.all([home, dir].map((folder) => chmod(folder, 0o755)));
    const said = (...given: string[]) =>
      spawnSync(process.execPath, [cli, ...given, "-o", "out.pdf"], {
        cwd: dir,
        uid: 65_534,
        gid: 65_534,
        encoding: "utf8",
        env: { PATH: process.env.PATH, XDG_CACHE_HOME: "/nowhere" },
      }).stderr;
    expect(said("theirs.txt")).toBe('sheaf convert: You do not have permission to read "theirs.txt".\n');
    expect(said("ours.txt")).toMatch(/^sheaf convert: You do not have permission to write to the folder "\."\. /);
  },
);

test("Ctrl-C ends a conversion without a message and leaves no part of the documents behind", async () => {
  const cache = join(dir, "cache");
  const names = Array.from({ length: 8 }, (_, index) => `paper-${index}.txt`);
  await Promise.all(names.map((name) => writeFile(join(dir, name), "Paper\n".repeat(2000))));
  const child = spawn(process.execPath, [cli, ...names, "-o", "out.pdf"], {
    cwd: dir,
    env: { ...process.env, XDG_CACHE_HOME: cache },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (said += text));
  const ended = new Promise((resolve) => child.on("close", resolve));
  await vi.waitFor(async () => expect(globSync(join(cache, "sheaf/scratch/*/in/paper-*"))).not.toEqual([]), {
    timeout: 20_000,
    interval: 10,
  });
  child.kill("SIGINT");

  expect(await ended).toBe(130);
  expect(said).not.toContain("Error");
  expect(await readdir(join(cache, "sheaf/scratch"))).toEqual([]);
  expect(await readdir(dir)).not.toContain("out.pdf");
});

test("--inspect leaves the sandbox open with its files until Enter is pressed", async () => {
  const child = spawn(process.execPath, [cli, join(fixtures, "invoice.docx"), "-o", "inspected.pdf", "--inspect"], {
    cwd: dir,
    env: { ...process.env, XDG_CACHE_HOME: join(dir, "cache") },
    stdio: ["pipe", "ignore", "pipe"],
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (said += text));
  const opened = () => /process (?<pid>\d+), its files in (?<folder>\S+)\. /.exec(said)?.groups;
  await expect.poll(opened).toBeDefined();

  expect(() => readdirSync(opened()?.folder ?? "")).not.toThrow();
  expect(readdirSync(dir)).not.toContain("inspected.pdf");
  child.stdin.write("\n");
  expect(await ended).toBe(0);
  expect(readdirSync(dir)).toContain("inspected.pdf");
  expect(existsSync(`/proc/${opened()?.pid}`)).toBe(false);
});

test("--inspect continues without Enter when standard input has ended", async () => {
  const files = [join(fixtures, "invoice.docx"), join(fixtures, "scan.png")];
  const child = spawn(process.execPath, [cli, ...files, "-o", "ended.pdf", "--inspect"], {
    cwd: dir,
    env: { ...process.env, XDG_CACHE_HOME: join(dir, "cache") },
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.stdin.end("\n");

  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
  expect(readdirSync(dir)).toContain("ended.pdf");
});

test("a password is read from a file", async () => {
  await writeFile(join(dir, "secret"), "wrong one\n");
  const protectedFile = join(fixtures, "protected.docx");

  const { lines } = await sheafConvert(
    protectedFile,
    "-o",
    "out.pdf",
    "--json",
    "--password-file",
    `${protectedFile}=secret`,
  );

  expect(lines[0]).toMatchObject({ outcome: "rejected", reason: "password" });
});

test("no document is left in the folder for temporary files, even after a run was killed", async () => {
  const killed = spawn(process.execPath, [cli, join(fixtures, "invoice.docx"), "-o", "out.pdf"], {
    cwd: dir,
    env: { ...process.env, XDG_CACHE_HOME: join(home, "cache") },
    stdio: "ignore",
  });
  const scratchDir = join(home, "cache", "sheaf", "scratch");
  await expect.poll(() => readdir(scratchDir).catch(() => []), { interval: 5 }).not.toEqual([]);
  killed.kill("SIGKILL");
  await new Promise((resolve) => killed.once("close", resolve));

  await sheafConvert("@scan.png", "-o", "out.pdf");

  expect(await readdir(scratchDir)).toEqual([]);
});

test.each([
  [["nowhere.docx", "-o", "out.pdf"], 'There is no file "nowhere.docx".'],
  [[".", "-o", "out.pdf"], '"." is a folder, not a file.'],
  [["@scan.png", "-o", "missing/out.pdf"], 'There is no folder "missing" for the output.'],
  [["@scan.png"], "Choose where to write the PDF"],
])("%j is refused with one sentence and exit status 1", async (given, sentence) => {
  const { status, out, err } = await sheafConvert(...given);

  expect(status).toBe(1);
  expect(out).toBe("");
  expect(err).toContain(sentence);
  expect(err.trim().split("\n")).toHaveLength(1);
});
