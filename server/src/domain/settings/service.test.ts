import type { Settings, SettingsChange } from "@sheaf/contracts/settings.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb } from "../../../testing/recorded-db.ts";
import type { Member } from "../access/member.ts";
import { changeSessionTimeout, changeUser } from "../accounts/index.ts";
import { record } from "../audit/service.ts";
import { changePractice } from "../practices/service.ts";
import { turnReading } from "../readings/index.ts";
import { changeSettings, getSettings } from "./service.ts";

vi.mock("../accounts/index.ts", () => ({ changeSessionTimeout: vi.fn(), changeUser: vi.fn() }));
vi.mock("../audit/service.ts", () => ({ record: vi.fn() }));
vi.mock("../practices/service.ts", () => ({ changePractice: vi.fn() }));
vi.mock("../readings/index.ts", () => ({ turnReading: vi.fn() }));
vi.mock("./reading-languages.ts", () => ({ listReadingLanguages: async () => [{ code: "deu", name: "German" }] }));
vi.mock("../../platform/events/events.ts", () => ({ announce: vi.fn() }));
beforeEach(() => void vi.clearAllMocks());

const stored = {
  defaultEmailSubject: "{files}",
  autoSendEmail: false,
  preferSeparateEmails: false,
  undoSeconds: 10,
  preferSeparatePdfs: false,
  defaultFileOrder: "as-uploaded",
  fileRetentionDays: 30,
  readPages: true,
  waitForReading: false,
  namePdfsByFacts: false,
  readingLanguage: "fra",
  searchableDestinations: [],
  theme: "system",
  sessionTimeoutMinutes: 480,
};

/** Changes the settings as the owner or another member. Returns what was changed, for the practice and for the user. */
async function change(
  wanted: SettingsChange,
  { role = "owner" as Member["role"], before = {} as Partial<Settings> } = {},
) {
  const { db } = recordedDb(({ text }) => (text.startsWith("select") ? [Object.values({ ...stored, ...before })] : []));
  const member = { practiceId: "p", userId: "u", role } as Member;
  await changeSettings({ db, queue: {} as never }, member, wanted);
  return {
    shared: vi.mocked(changePractice).mock.lastCall?.[2],
    own: vi.mocked(changeUser).mock.lastCall?.[2],
    actions: vi.mocked(record).mock.calls.map(([, { action, detail }]) => [action, detail]),
  };
}

test("of the settings that are given, those that differ are stored and recorded", async () => {
  const wanted = { autoSendEmail: true, undoSeconds: 10, theme: "dark" } as const;
  expect(await change(wanted)).toEqual({
    shared: { autoSendEmail: true },
    own: { theme: "dark" },
    actions: [["settings.changed", { fields: "autoSendEmail,theme" }]],
  });
  expect(changeSessionTimeout).not.toHaveBeenCalled();
});

test("settings that are all stored already change and record nothing", async () => {
  expect(await change({ undoSeconds: 10, theme: "system" })).toEqual({
    shared: undefined,
    own: undefined,
    actions: [],
  });
});

test.each([
  [{ undoSeconds: 20 }, { undoSeconds: 20 }, undefined],
  [{ theme: "dark" }, undefined, { theme: "dark" }],
] as const)("%o is stored where it belongs, and nothing elsewhere", async (wanted, shared, own) => {
  expect(await change(wanted)).toMatchObject({ shared, own });
});

test.each([
  [60, 1],
  [480, 0],
])("a timeout of %i minutes is applied to the running sessions %i times", async (sessionTimeoutMinutes, times) => {
  await change({ sessionTimeoutMinutes, autoSendEmail: true });
  expect(changeSessionTimeout).toHaveBeenCalledTimes(times);
});

test.each([
  ["another retention", { fileRetentionDays: 60 }, false],
  ["the same retention", { fileRetentionDays: 30 }, true],
  ["reading turned off", { readPages: false }, false],
] as const)("a member may store %s: %s", async (_, wanted, isAllowed) => {
  if (isAllowed) await change(wanted, { role: "member" });
  else await expect(change(wanted, { role: "member" })).rejects.toMatchObject({ code: "owner-only" });
  await expect(change(wanted)).resolves.toBeDefined();
});

test("a member may leave reading off and turn it on", async () => {
  const before = { readPages: false };
  await change({ readPages: false }, { role: "member", before });
  expect(turnReading).not.toHaveBeenCalled();
  const { actions } = await change({ readPages: true }, { role: "member", before });
  expect(vi.mocked(turnReading).mock.calls[0]?.slice(2)).toEqual(["p", true]);
  expect(actions.map(([action]) => action)).toEqual(["settings.changed", "reading.turned-on"]);
});

test("the owner turns reading off, which is recorded as such", async () => {
  const { actions } = await change({ readPages: false });
  expect(vi.mocked(turnReading).mock.calls[0]?.slice(2)).toEqual(["p", false]);
  expect(actions.map(([action]) => action)).toEqual(["settings.changed", "reading.turned-off"]);
});

test.each([
  ["an installed language", "deu", true],
  ["a language that is not installed", "spa", false],
  ["the stored language, even if it is no longer installed", "fra", true],
  ["no second language", null, true],
])("%s is accepted as the language that is read: %s (%s)", async (_, readingLanguage, isAccepted) => {
  const changed = change({ readingLanguage, undoSeconds: 20 });
  if (isAccepted) await changed;
  else await expect(changed).rejects.toMatchObject({ code: "bad-request" });
});

test("searchable copies can be turned on only for inboxes that exist", async () => {
  await expect(change({ searchableDestinations: ["nowhere" as never] })).rejects.toMatchObject({ code: "bad-request" });
});

test("a subject with an unknown placeholder is refused", async () => {
  await expect(change({ defaultEmailSubject: "For {client}" })).rejects.toMatchObject({ code: "bad-subject" });
});

test("a deleted account has no settings", async () => {
  const who = { practiceId: "p", userId: "u" };
  await expect(getSettings(recordedDb().db, who)).rejects.toMatchObject({ code: "not-signed-in" });
});
