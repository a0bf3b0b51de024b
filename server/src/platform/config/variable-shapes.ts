import { z } from "zod";

export const secret = z.string().min(1, "must not be empty").optional();

export const webAddress = (error = "must be a URL") => z.url({ protocol: /^https?$/, error });

/** An address that paths are put behind: without a slash at its end. */
export const baseAddress = webAddress().transform((text) => text.replace(/\/$/, ""));

/** A variable that is not set and has to be. */
export interface Lack {
  name: string;
  /** "MAIL_TRANSPORT is smtp" */
  when: string;
}

/** Of variables that only work together: the first that is missing, unless all of them are. */
export function missingBeside<Name extends string>(
  given: Partial<Record<Name, unknown>>,
  names: readonly Name[],
): Lack | undefined {
  const unset = names.find((name) => given[name] === undefined);
  const set = names.find((name) => given[name] !== undefined);
  return unset && set ? { name: unset, when: `${set} is set` } : undefined;
}
