import { expect, test } from "vitest";
import { priya, settings } from "../../testing/people.ts";
import { changedFields, changesOf, draftOf, problemsOf, wasWords } from "./draft.ts";

const saved = draftOf(priya, settings, undefined);

test("only changed fields are sent; surrounding spaces and leading zeros make no difference", () => {
  const draft = { ...saved, fileRetentionDays: " 030 ", username: "priya.nair ", sessionTimeoutMinutes: "240" };
  expect(changedFields(draft, saved)).toEqual(["sessionTimeoutMinutes"]);
  expect(changesOf(draft, ["sessionTimeoutMinutes"])).toEqual({
    profile: undefined,
    settings: { sessionTimeoutMinutes: 240 },
  });
});

test("the practice's name is sent only when it was changed", () => {
  const names = { firstName: "Priya", lastName: "Rao", username: "priya.nair" };
  expect(changesOf({ ...saved, lastName: " Rao " }, ["lastName"]).profile).toEqual(names);
  expect(changesOf({ ...saved, practiceName: "Wren" }, ["practiceName"]).profile).toMatchObject({
    practiceName: "Wren",
  });
});

test.each([
  ["fileRetentionDays", "0"],
  ["fileRetentionDays", "366"],
  ["fileRetentionDays", "7.5"],
  ["sessionTimeoutMinutes", "29"],
  ["sessionTimeoutMinutes", "1441"],
  ["undoSeconds", "121"],
  ["defaultEmailSubject", "  "],
  ["defaultEmailSubject", "For {client}"],
  ["username", "pn"],
  ["username", "priya nair"],
  ["practiceName", ""],
] as const)("%s cannot be “%s”", (field, value) => {
  expect(Object.keys(problemsOf({ ...saved, [field]: value }))).toEqual([field]);
});

test("saved values and the limits of every range are valid", () => {
  expect(problemsOf(saved)).toEqual({});
  expect(problemsOf({ ...saved, fileRetentionDays: "365", sessionTimeoutMinutes: "30", undoSeconds: "0" })).toEqual({});
});

test("a device's own theme overrides the stored one", () => {
  expect(draftOf(priya, { ...settings, theme: "light" }, "dark").theme).toBe("dark");
  expect(draftOf(priya, { ...settings, theme: "light" }, undefined).theme).toBe("light");
});

test("a field shows its previous value", () => {
  expect(wasWords("sessionTimeoutMinutes", saved)).toBe("was 480");
  expect(wasWords("autoSendEmail", saved)).toBe("was off");
  expect(wasWords("defaultEmailSubject", saved)).toBe("was “Documents for {customer}”");
  expect(wasWords("defaultFileOrder", saved)).toBe("was “As they are added”");
});
