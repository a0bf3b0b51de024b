import { expect, test } from "vitest";
import { hardenedProfile } from "./profile.ts";

test("the profile contains the locale, forbids macros and leaves comments out of PDFs", () => {
  const profile = hardenedProfile("cy-GB");

  expect(profile).toContain('"ooSetupSystemLocale" oor:op="fuse"><value>cy-GB</value>');
  expect(profile).toContain('"DisableMacrosExecution" oor:op="fuse"><value>true</value>');
  expect(profile).toContain('"ExportNotes" oor:op="fuse"><value>false</value>');
  expect(profile.trimEnd().endsWith("</oor:items>")).toBe(true);
});

test("an invalid locale is refused before it reaches the profile", () => {
  expect(() => hardenedProfile("en</value>")).toThrow("is not a locale like en-GB");
});
