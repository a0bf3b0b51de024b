import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { followInstallation, isInstallingPrograms } from "../../server/src/platform/process/programs.ts";

let apt: string;
beforeEach(() => {
  apt = mkdtempSync(join(tmpdir(), "sheaf-apt-"));
  mkdirSync(join(apt, "sources.list.d"));
});
afterEach(() => rmSync(apt, { recursive: true, force: true }));

/** Returns the source that the set-up would add for backports. */
function backportsSource(): string {
  const script = `. "${join(import.meta.dirname, "programs.sh")}"; apt_sources=$1; backports_source`;
  return execFileSync("sh", ["-c", script, "sh", apt], { encoding: "utf8" });
}

test("the backports source uses the machine's own mirror and key", () => {
  const sources = `Types: deb
# http://old.example/debian
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 AbCd
 -----END PGP PUBLIC KEY BLOCK-----

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main
`;
  writeFileSync(join(apt, "sources.list.d/debian.sources"), sources);

  expect(backportsSource()).toBe(`Types: deb
Suites: bookworm-backports
Components: main
URIs: http://mirror.example/debian
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 AbCd
 -----END PGP PUBLIC KEY BLOCK-----
`);
});

test("options of a source in the one-line format are kept", () => {
  const lines = [
    "# deb http://old.example/debian bookworm main",
    "deb-src http://mirror.example/debian bookworm main",
    "deb [arch=amd64 signed-by=/usr/share/keyrings/mine.gpg] http://mirror.example/debian bookworm main contrib",
    "deb http://mirror.example/debian bookworm-updates main",
  ];
  writeFileSync(join(apt, "sources.list"), lines.join("\n"));

  expect(backportsSource()).toBe(
    "deb [arch=amd64 signed-by=/usr/share/keyrings/mine.gpg] http://mirror.example/debian bookworm-backports main\n",
  );
});

test("no source is added to a machine without a Debian source", () => {
  writeFileSync(
    join(apt, "sources.list.d/off.sources"),
    "Types: deb\nURIs: http://a.example\nSuites: bookworm\nEnabled: no\n",
  );
  writeFileSync(join(apt, "sources.list.d/node.list"), "deb http://node.example nodistro main\n");
  expect(backportsSource()).toBe("");
});

/**
 * Runs the set-up of a machine without programs, in the background. The fake installation writes its process number and
 * waits until something is written to the pipe `go`.
 * @returns the folder of its lock and files
 */
function setUpInBackground(): string {
  const root = mkdtempSync(join(apt, "root-"));
  mkdirSync(join(root, "scripts/set-up"), { recursive: true });
  writeFileSync(join(root, "scripts/set-up/programs.sh"), "");
  execFileSync("mkfifo", [join(root, "go")]);
  const script = `set -u; root=$1; . "$2/say.sh"; . "$2/programs.sh"
    find_missing() { missing=" qpdf"; }
    id() { echo 0; }
    tried_lately() { return 1; }
    install_programs() {
      sh -c 'echo $PPID' >"$root/pid"
      read -r _ <"$root/go"
      missing=
      touch "$root/installed"
    }
    in_background=yes set_up_programs convert`;
  execFileSync("sh", ["-c", script, "sh", root, import.meta.dirname], { stdio: "ignore" });
  return root;
}

test("programs are installed in the background, and the lock is held from then until the end", async () => {
  const root = setUpInBackground();
  const lock = join(root, "scripts/set-up/programs.sh");
  expect(existsSync(join(root, "installed"))).toBe(false);
  const { ended } = await followInstallation(lock);
  expect(await isInstallingPrograms(lock)).toBe(true);

  writeFileSync(join(root, "go"), "\n");
  await ended;

  expect(existsSync(join(root, "installed"))).toBe(true);
  expect(await isInstallingPrograms(lock)).toBe(false);
});

test("nothing waits for an installation that was killed", async () => {
  const root = setUpInBackground();
  const { ended } = await followInstallation(join(root, "scripts/set-up/programs.sh"));
  await expect.poll(() => readFileSync(join(root, "pid"), "utf8"), { timeout: 30_000 }).toMatch(/\d\n/);
  process.kill(Number(readFileSync(join(root, "pid"), "utf8")), "SIGKILL");
  await ended;

  expect(existsSync(join(root, "installed"))).toBe(false);
});
