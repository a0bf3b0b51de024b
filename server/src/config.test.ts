import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("nothing needs to be set", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: "localhost",
    sandbox: "auto",
    locale: "en-GB",
    secure: false,
  });
});

test("an empty variable counts as not set", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test("every wrong variable is named, and no value", () => {
  const wrong = {
    PORT: "many",
    SHEAF_KEY: "secret-but-short",
    SHEAF_TIME_ZONE: "Mars/Base",
    DATABASE_URL: "mysql://pw@x",
  };
  const message = (() => {
    try {
      readConfig(wrong);
      return "";
    } catch (error) {
      return String(error);
    }
  })();
  for (const name of Object.keys(wrong)) expect(message).toContain(name);
  for (const value of Object.values(wrong)) expect(message).not.toContain(value);
});

test("a public HTTPS address turns on secure cookies", () => {
  expect(readConfig({ PUBLIC_URL: "https://sheaf.example" }).secure).toBe(true);
  expect(readConfig({ PUBLIC_URL: "http://sheaf.example" }).secure).toBe(false);
});
