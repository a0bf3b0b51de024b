import { expect, test } from "vitest";
import { readSettings } from "./cli-settings.ts";

test("a single call follows the installation's settings for locale, time zone and sandbox", () => {
  const env = { SHEAF_LOCALE: "de-DE", SHEAF_TIME_ZONE: "Europe/Berlin", SHEAF_SANDBOX: "landlock" };
  expect(readSettings(env)).toEqual({ locale: "de-DE", timeZone: "Europe/Berlin", sandbox: "landlock" });
  expect(readSettings({ SHEAF_LOCALE: "", SHEAF_SANDBOX: " " })).toEqual({});
});

test.each([
  ["SHEAF_SANDBOX", "Off", /^SHEAF_SANDBOX must be auto, bubblewrap, landlock or off, not "Off"\.$/],
  ["SHEAF_LOCALE", "en GB", /^SHEAF_LOCALE must be a language tag/],
  ["SHEAF_TIME_ZONE", "London", /^SHEAF_TIME_ZONE must be a time zone/],
])("%s with the value %s is refused with a message that names the variable", (name, value, says) => {
  expect(() => readSettings({ [name]: value })).toThrow(says);
});
