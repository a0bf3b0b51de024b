import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLog, plainError } from "./log.ts";

test("a failed query is logged without its parameters", () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), {
    code: "23505",
    constraint: "users_email",
    detail: "Key (lower(email))=(anna@example.com) already exists.",
  });
  const error = Object.assign(
    new Error("Failed query: insert into users values ($1)\nparams: anna@example.com", { cause }),
    {
      query: "insert into users values ($1)",
      params: ["anna@example.com"],
    },
  );

  const logged = plainError(error);

  expect(JSON.stringify(logged)).not.toContain("anna@example.com");
  expect(logged).toMatchObject({ message: "Failed query: insert into users values ($1)", cause: { code: "23505" } });
});

test("a full disk does not end the process that logs", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-log-"));
  symlinkSync("/dev/full", join(folder, "api.log"));
  const log = openLog({ name: "api", level: "info", folder });

  expect(() => log.info("one")).not.toThrow();
  expect(() => log.info("two")).not.toThrow();
  rmSync(folder, { recursive: true });
});
