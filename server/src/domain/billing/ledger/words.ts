import { pounds } from "@sheaf/contracts/words.ts";

/** 2400 → "£24.00", −2400 → "–£24.00" */
export const gbp = (pence: number): string => `${pence < 0 ? "–" : ""}${pounds(Math.abs(pence))}`;

/** Formats a plan's price, without pence when it is whole pounds: "£24". */
export const planPrice = (pence: number) => (pence % 100 === 0 ? gbp(pence).slice(0, -3) : gbp(pence));

const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Europe/London" });

/** Formats a date in UK time: "21 November 2026". */
export const ukDay = (at: Date) => dayFormat.format(at);

const dottedFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "short", timeZone: "Europe/London" });

/** Formats a date in UK time, short enough for a payment reference: "21.11.2026". */
export const dottedDay = (at: Date) => dottedFormat.format(at).replaceAll("/", ".");

const timeFormat = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "Europe/London" });

/** Formats a time of day in UK time: "14:05". */
export const ukTime = (at: Date) => timeFormat.format(at);
