import { expect, test } from "vitest";
import { plainError } from "./log.ts";

test("a failed query is logged without what people typed", () => {
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
