import { z } from "zod";
import { bidiControl, hasVisible, joinersBetweenLetters } from "./visible-text.ts";

/** An instant in the API: "2026-11-20T14:05:00.000Z". */
export const instant = z.iso.datetime();
/** PostgreSQL has no year 0; ISO 8601, which zod follows, has one. */
const beginsInYear1 = [(text: string) => !text.startsWith("0000"), "The year must be 1 or later"] as const;
/** Instants and days in requests. */
export const givenInstant = instant.refine(...beginsInYear1);
export const givenDay = z.iso.date().refine(...beginsInYear1);
export const id = z.uuid();
/** Query of a list in parts: `cursor` is the id of the last entry of the previous part. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: id.optional(),
});
/** Identifier of a plan: "small-firm". */
export const planSlug = z.string().regex(/^[a-z0-9-]{1,64}$/, "This plan does not exist");
/** Addresses are compared and stored without surrounding blanks; their case is kept. */
export const email = z
  .string()
  .trim()
  .max(254, "Keep the email address under 255 characters")
  .pipe(z.email("Enter a valid email address"));
export const emailField = z.string({ error: "Email is required" }).trim().min(1, "Email is required").pipe(email);

/**
 * Arguments of `.regex()` for a single line of text. Control characters break email headers, and PostgreSQL's text type
 * cannot store a NUL.
 */
export const oneLine = [/^\P{Cc}*$/u, "Leave out line breaks and control characters"] as const;
/** A single line of text without surrounding blanks. */
export const line = (maxCharacters: number, tooLong?: string) =>
  z
    .string()
    .trim()
    .max(maxCharacters, tooLong)
    .regex(...oneLine);

/**
 * Validates a name in one line without invisible or misleading characters: two names that look the same are the same.
 */
export const shownName = (named: { maxCharacters: number; tooLong: string; missing: string }) =>
  z
    .string({ error: named.missing })
    .trim()
    .max(named.maxCharacters, named.tooLong)
    .regex(...oneLine)
    .refine((text) => !bidiControl.test(text), "Leave out characters that change the text direction")
    .transform((text) => joinersBetweenLetters(text).trim())
    .refine(hasVisible, named.missing);

/** A form's empty field means "none". */
export const blankIsNull = <T extends z.ZodType>(inner: T) =>
  z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? null : value),
    inner.nullable().default(null),
  );

/**
 * A form field with the value "true" or "false"; false when left out. Any other value is refused, because it would be
 * silently ignored.
 */
export const flag = (name: string) =>
  z
    .enum(["true", "false"], `Write “true” or “false” for ${name}`)
    .transform((text) => text === "true")
    .default(false);
