import { z } from "zod";
import { bidiControl, hasVisible, joinersBetweenLetters } from "./visible-text.ts";

/** An instant as it travels: "2026-11-20T14:05:00.000Z". */
export const instant = z.iso.datetime();
/** PostgreSQL and people begin to count with the year 1; the standard's grammar has a year 0. */
const beginsInYear1 = [(text: string) => !text.startsWith("0000"), "The year must be 1 or later"] as const;
/** As they are asked for. */
export const givenInstant = instant.refine(...beginsInYear1);
export const givenDay = z.iso.date().refine(...beginsInYear1);
export const id = z.uuid();
/** "small-firm": which plan is meant. */
export const planSlug = z.string().regex(/^[a-z0-9-]{1,64}$/, "This plan does not exist");
/** Addresses are compared and stored without surrounding blanks; their case is kept. */
export const email = z
  .string()
  .trim()
  .max(254, "Keep the email address under 255 characters")
  .pipe(z.email("Enter a valid email address"));

/**
 * For `.regex()`: what people type in one line. Control characters break email headers, and no text column takes a NUL.
 */
export const oneLine = [/^\P{Cc}*$/u, "Leave out line breaks and control characters"] as const;

/** Somebody's name, or something's, in one line: as it looks, so it is. */
export const shownName = (named: { mostCharacters: number; tooLong: string; missing: string }) =>
  z
    .string({ error: named.missing })
    .trim()
    .max(named.mostCharacters, named.tooLong)
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
 * A field of a form, "true" or "false", false when it is left out. Another word would leave undone what somebody asked
 * for.
 */
export const flag = (name: string) =>
  z
    .enum(["true", "false"], `Write “true” or “false” for ${name}`)
    .transform((text) => text === "true")
    .default(false);
