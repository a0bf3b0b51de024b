import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

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
