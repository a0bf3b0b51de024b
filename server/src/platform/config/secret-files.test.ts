import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig, variableNames } from "./config.ts";
import { isSecret } from "./secret-files.ts";

const secretNames = variableNames.filter(isSecret);

const file = (content: string) => {
  const path = join(mkdtempSync(join(tmpdir(), "sheaf-secret-")), "secret");
  writeFileSync(path, content);
  return path;
};

test("reads DATABASE_URL and SHEAF_KEY from files", () => {
  const key = "ab".repeat(32);
  const config = readConfig({ DATABASE_URL_FILE: file("postgres://u:p@db/x\n"), SHEAF_KEY_FILE: file(`${key}\n`) });
  expect(config).toMatchObject({ databaseUrl: "postgres://u:p@db/x", keyHex: key });
});

test.each(secretNames.map((name) => [name]))(
  "the error for %s in a missing file names the variable but not the path",
  (name) => {
    const read = () => readConfig({ [`${name}_FILE`]: "/run/secrets/none" });
    expect(read).toThrow(`${name}_FILE names a file that cannot be read`);
    expect(read).not.toThrow("/run/secrets");
  },
);

test("docs/operate.md lists every variable that can be read from a file", () => {
  const docs = readFileSync(join(import.meta.dirname, "../../../../docs/operate.md"), "utf8");
  const section = docs.slice(docs.indexOf("## Secrets"));
  for (const name of secretNames) expect(section.split("\n## ")[0]).toContain(`\`${name}\``);
});
