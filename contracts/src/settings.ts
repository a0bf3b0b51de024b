import { z } from "zod";
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
  })
  .meta({ id: "Settings" });
export type Settings = z.infer<typeof settings>;

/** PUT /api/settings: fields that are left out keep their values. */
export const settingsChange = settings.partial();
export type SettingsChange = z.infer<typeof settingsChange>;
