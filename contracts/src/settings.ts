import { z } from "zod";
import { destinations } from "./destinations.ts";
import { line } from "./fields.ts";
import { retention, sessionMinutes, undoSeconds } from "./limits.ts";

const whole = (label: string, { min, max }: { min: number; max: number }) => {
  const message = `${label} must be a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message);
};

/** GET /api/settings. Theme and timeout belong to the user, everything else to the practice. */
export const settings = z
  .object({
    /** May contain {customer}, {date} and {files}. */
    defaultEmailSubject: line(200, "Keep the subject under 201 characters").min(
      1,
      "The default subject must not be empty",
    ),
    autoSendEmail: z.boolean(),
    preferSeparateEmails: z.boolean(),
    /** Time during which an email can be cancelled before it is sent. */
    undoSeconds: whole("The time for Undo in seconds", undoSeconds),
    preferSeparatePdfs: z.boolean(),
    /** Order of the files in a new upload. */
    defaultFileOrder: z.enum(["as-added", "by-name"]),
    theme: z.enum(["light", "dark", "system"]),
    /** Only the owner can change it. With more than 90 days, files are still deleted after 90 days. */
    fileRetentionDays: whole("Retention", { min: retention.minDays, max: retention.maxDays }),
    sessionTimeoutMinutes: whole("The sign-in timeout", sessionMinutes),
    /** Whether the words on pages are read. Only the owner can turn it off, which erases everything that was read. */
    readPages: z.boolean(),
    /** PDFs are made and sent only when their pages are read, or could not be in time; needs `readPages`. */
    waitForReading: z.boolean(),
    /** Separate PDFs are named by what is read on them; needs `waitForReading`. */
    namePdfsByFacts: z.boolean(),
    /** A language besides English: a `code` of GET /api/settings/reading-languages. */
    readingLanguage: line(40).nullable(),
    /** Inboxes (`searchableTargets`) to which PDFs are emailed with the words of scanned pages as invisible text. */
    searchableDestinations: z.array(line(40)).max(100),
  })
  .meta({ id: "Settings" });
export type Settings = z.infer<typeof settings>;

/** Values of `searchableDestinations`: accounting inboxes, and "other" for every other address. */
export const searchableTargets: readonly string[] = [...destinations.map(({ id }) => id), "other"];

/** GET /api/settings/reading-languages: languages besides English that the installation can read, by name. */
export const readingLanguages = z
  .object({ languages: z.array(z.object({ code: z.string(), name: z.string() })) })
  .meta({ id: "ReadingLanguages" });
export type ReadingLanguages = z.infer<typeof readingLanguages>;

/** PUT /api/settings: fields that are left out keep their values. */
export const settingsChange = settings.partial();
export type SettingsChange = z.infer<typeof settingsChange>;
