import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type FixtureFile, fixtures } from "../../fixtures/files.ts";
import { sharedEngine } from "./testing/shared-engine.ts";

const folder = join(import.meta.dirname, "..", "..", "fixtures", "files");
const locked = fixtures.filter(
  (file): file is typeof file & Required<Pick<FixtureFile, "password">> => "password" in file,
);

const { engine, dir } = await sharedEngine({});

const convert = (path: string, name: string, password?: string) =>
  engine.convertFile({ path, name, ...(password === undefined ? {} : { password }) }, join(dir, `${name}.out`), {
    practiceId: "passwords",
  });

test.each(locked)("$name opens with its password and with no other", async ({ name, password }) => {
  const path = join(folder, name);
  expect(await convert(path, name)).toMatchObject({ outcome: "rejected", reason: "password" });
  const wrong = await convert(path, name, "not it");
  expect(wrong).toMatchObject({ outcome: "rejected", reason: "password" });
  expect("text" in wrong && wrong.text).toMatch(/password given/);
  const right = await convert(path, name, password);
  expect(right).toMatchObject({ outcome: "converted" });
  expect("warnings" in right && right.warnings.map(({ code }) => code)).toContain("password-used");
});

test.each(locked)(
  "$name with 300 overwritten bytes is refused or converted within seconds, with and without its password",
  async ({ name, password }) => {
    const bytes = await readFile(join(folder, name));
    bytes.fill(0x55, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 300);
    const path = join(dir, name);
    await writeFile(path, bytes);
    const result = await convert(path, name, password);
    expect(["rejected", "converted"]).toContain(result.outcome);
    if (result.outcome === "rejected") expect(["password", "damaged"]).toContain(result.reason);
    expect(result.ms).toBeLessThan(15_000);
  },
);

test.each([
  [undefined, "protected.ppt is password-protected. Save it without its password and replace it."],
  ["orchard", "protected.ppt is password-protected in a way that cannot be opened here. Save it without its password"],
])(
  "an encrypted old presentation is refused without asking for a password, since no password would open it (given: %s)",
  async (password, words) => {
    const refused = await convert(join(folder, "protected.ppt"), "protected.ppt", password);
    expect(refused).toMatchObject({ outcome: "rejected", reason: "password", text: expect.stringContaining(words) });
  },
);

test.each(["letter.doc", "minutes.odt", "slides.ppt", "accounts.xls", "invoice.docx"])(
  "a password for %s, which is not encrypted, changes nothing",
  async (name) => {
    expect(await convert(join(folder, name), name, "unneeded")).toMatchObject({ outcome: "converted" });
  },
);
