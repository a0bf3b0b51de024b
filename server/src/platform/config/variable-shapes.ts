import { z } from "zod";

export const secret = z.string().min(1, "must not be empty").optional();

export const webAddress = (error = "must be a URL") => z.url({ protocol: /^https?$/, error });

/** A base URL to which paths are appended: without a trailing slash. */
export const baseAddress = webAddress().transform((text) => text.replace(/\/$/, ""));

/** A required variable that is not set. */
export interface MissingVariable {
  name: string;
  /** "MAIL_TRANSPORT is smtp" */
  when: string;
}

/** Returns the first missing one of variables that must be set together; undefined when all or none are set. */
export function missingBeside<Name extends string>(
  given: Partial<Record<Name, unknown>>,
  names: readonly Name[],
): MissingVariable | undefined {
  const unset = names.find((name) => given[name] === undefined);
  const set = names.find((name) => given[name] !== undefined);
  return unset && set ? { name: unset, when: `${set} is set` } : undefined;
}
