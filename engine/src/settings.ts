/*
 * Settings of an installation that apply to every document: the allowed values of their environment variables, for the
 * server's processes and for `./sheaf convert`.
 */

import { succeeds } from "./attempt.ts";

export const sandboxChoices = ["auto", "bubblewrap", "landlock", "off"] as const;
export const sandboxMessage = "must be auto, bubblewrap, landlock or off";

/** BCP 47 */
export const localeShape = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
export const localeMessage = "must be a language tag such as en-GB";

export const timeZoneMessage = "must be a time zone such as Europe/London";

export const isTimeZone = (name: string): boolean =>
  succeeds(() => void new Intl.DateTimeFormat("en-GB", { timeZone: name }));
