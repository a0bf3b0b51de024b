import { expect, test } from "vitest";
import { readConfig } from "../../platform/config/config.ts";
import { secretsRemover } from "./secrets.ts";

test("passwords, keys and tokens are removed from a text in all encodings, and other words stay", () => {
  const config = readConfig(
    {
      DATABASE_URL: "postgres://sheaf:database-word@db.example:5432/sheaf",
      SHEAF_KEY: "ab".repeat(32),
      POSTMARK_WEBHOOK_AUTH: "postmark:webhook-word",
    },
    { SMTP_URL: "smtp://anna:mail%20word@mail.example:587", POSTMARK_TOKEN: "token-of-postmark" },
  );
  const without = secretsRemover(config, ["more-of-it"]);

  const said = "535 anna mail%20word is not mail word, database-word, webhook-word, token-of-postmark or more-of-it";
  expect(without(said)).toBe("535 anna … is not …, …, …, … or …");
  expect(without(`AUTH ${Buffer.from("mail word").toString("base64")} ${"ab".repeat(32)}`)).toBe("AUTH … …");
  expect(without("mail.example:587 and db.example answer")).toBe("mail.example:587 and db.example answer");
});
