import type { ProfileInput, User } from "@sheaf/contracts/accounts.ts";
import { retention, sessionMinutes, undoSeconds, usernameLength } from "@sheaf/contracts/limits.ts";
import type { Settings, SettingsChange } from "@sheaf/contracts/settings.ts";
import { subjectProblem } from "@sheaf/contracts/subject.ts";
import type { Changes } from "../../api/settings.ts";
import { count } from "../../ui/words.ts";

const profileFields = ["firstName", "lastName", "username", "practiceName"] as const;
type NumberField = "undoSeconds" | "fileRetentionDays" | "sessionTimeoutMinutes";

/** Fields that are edited as text: numbers, and the language, of which "" is none. */
type TextField = NumberField | "readingLanguage" | (typeof profileFields)[number];

/** All settings that the page saves together, as edited in its fields. */
export type Draft = Omit<Settings, TextField> & Record<TextField, string>;
export type Field = keyof Draft;

/** @param theme of this device, which overrides the stored one */
export function draftOf(user: User, settings: Settings, theme: Settings["theme"] | undefined): Draft {
  return {
    ...settings,
    firstName: user.firstName,
    lastName: user.lastName,
    username: user.username,
    practiceName: user.practice.name,
    theme: theme ?? settings.theme,
    readingLanguage: settings.readingLanguage ?? "",
    undoSeconds: String(settings.undoSeconds),
    fileRetentionDays: String(settings.fileRetentionDays),
    sessionTimeoutMinutes: String(settings.sessionTimeoutMinutes),
  };
}

/** In the order of the page. */
export const labels: Record<Field, string> = {
  firstName: "First name",
  lastName: "Last name",
  username: "Username",
  practiceName: "Practice name",
  defaultEmailSubject: "Default email subject",
  autoSendEmail: "Send by email",
  preferSeparateEmails: "Prefer separate emails",
  undoSeconds: "Time for Undo",
  theme: "Theme",
  fileRetentionDays: "Keep files for",
  defaultFileOrder: "Order of files",
  preferSeparatePdfs: "Separate PDFs",
  readPages: "Read pages",
  readingLanguage: "Second language",
  waitForReading: "Wait for reading",
  namePdfsByFacts: "Name PDFs by their content",
  searchableDestinations: "Searchable text in emailed PDFs",
  sessionTimeoutMinutes: "Sign out after",
};
const fields = Object.keys(labels) as Field[];

export const orderWords: Record<Settings["defaultFileOrder"], string> = {
  "as-added": "As they are added",
  "by-name": "By name",
};

/** Describes a field's saved value: "was 480". */
export function wasWords(field: Field, saved: Draft): string {
  const value = saved[field];
  if (Array.isArray(value))
    return value.length === 0 ? "was off" : `was on for ${count(value.length, "inbox", "inboxes")}`;
  if (field === "defaultFileOrder") return `was “${orderWords[saved.defaultFileOrder]}”`;
  if (typeof value === "boolean") return value ? "was on" : "was off";
  return numbers.has(field) ? `was ${value}` : `was “${value}”`;
}

/** Returns the fields that differ from what is saved. Surrounding spaces do not count, nor does 030 for 30. */
export function changedFields(draft: Draft, saved: Draft): Field[] {
  return fields.filter((field) => normalised(field, draft) !== normalised(field, saved));
}

const numbers: ReadonlySet<Field> = new Set<NumberField>(["undoSeconds", "fileRetentionDays", "sessionTimeoutMinutes"]);

function normalised(field: Field, draft: Draft): string | boolean {
  const value = draft[field];
  if (Array.isArray(value)) return value.toSorted().join();
  if (typeof value === "boolean") return value;
  return numbers.has(field) && /^\s*\d+\s*$/.test(value) ? String(Number(value)) : value.trim();
}

/** Returns the problem of each field; the server validates again. */
export function problemsOf(draft: Draft): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = {};
  const note = (field: Field, problem: string | undefined) => {
    if (problem) found[field] = problem;
  };
  for (const field of profileFields) {
    if (draft[field].trim() === "") note(field, `${labels[field]} is required`);
  }
  note("username", found.username ?? usernameProblem(draft.username.trim()));
  const subject = draft.defaultEmailSubject.trim();
  note("defaultEmailSubject", subject === "" ? "The default subject must not be empty" : subjectProblem(subject));
  note("undoSeconds", outside(draft.undoSeconds, undoSeconds));
  note("fileRetentionDays", outside(draft.fileRetentionDays, { min: retention.minDays, max: retention.maxDays }));
  note("sessionTimeoutMinutes", outside(draft.sessionTimeoutMinutes, sessionMinutes));
  return found;
}

function usernameProblem(username: string): string | undefined {
  const { min, max } = usernameLength;
  if (username.length < min || username.length > max) return `Use ${min} to ${max} characters`;
  return /^[A-Za-z0-9._-]+$/.test(username) ? undefined : "Use letters, digits, dots, hyphens and underscores";
}

function outside(typed: string, { min, max }: { min: number; max: number }): string | undefined {
  const number = /^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN;
  return number >= min && number <= max ? undefined : `Enter a whole number from ${min} to ${max}`;
}

/** Returns only what changed: the server refuses the practice's name and the retention from anybody but the owner. */
export function changesOf(draft: Draft, changed: Field[]): Changes {
  const pick = (wanted: readonly Field[]) =>
    Object.fromEntries(wanted.map((field) => [field, sentValue(field, draft)]));
  const isOfProfile = (field: Field) => (profileFields as readonly Field[]).includes(field);
  // First and last name are sent together.
  const profile = profileFields.filter((field) => field !== "practiceName" || changed.includes(field));
  const settings = changed.filter((field) => !isOfProfile(field));
  return {
    profile: changed.some(isOfProfile) ? (pick(profile) as ProfileInput) : undefined,
    settings: settings.length > 0 ? (pick(settings) as SettingsChange) : undefined,
  };
}

/** Converts a field to the value that the API expects. */
function sentValue(field: Field, draft: Draft): Settings[keyof Settings] {
  const value = draft[field];
  if (typeof value === "boolean" || Array.isArray(value)) return value;
  if (field === "readingLanguage") return value === "" ? null : value;
  return numbers.has(field) ? Number(value) : value.trim();
}
