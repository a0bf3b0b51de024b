import { z } from "zod";

/** An instant as it travels: "2026-11-20T14:05:00.000Z". */
export const instant = z.iso.datetime();
export const id = z.uuid();
/** Addresses are compared and stored without surrounding blanks; their case is kept. */
export const email = z
  .string()
  .trim()
  .max(254, "Keep the email address under 255 characters")
  .pipe(z.email("Enter a valid email address"));

/** For `.regex()`: what people type in one line. Control characters break email headers, and no text column takes a NUL. */
export const oneLine = [/^\P{Cc}*$/u, "Leave out line breaks and control characters"] as const;

/** A form's empty field means "none". */
export const blankIsNull = <T extends z.ZodType>(inner: T) =>
  z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? null : value),
    inner.nullable().default(null),
  );

/** A multipart or query flag: only the text "true" is true, so that "false" is false. */
export const flag = z.preprocess((value) => value === true || value === "true", z.boolean());
