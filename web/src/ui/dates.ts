const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** "20 Nov 2026" */
export const date = (instant: string) => day.format(new Date(instant));
/** "14:05" */
export const time = (instant: string) => clock.format(new Date(instant));
/** "20 Nov 2026, 14:05" */
export const dateTime = (instant: string) => `${date(instant)}, ${time(instant)}`;
