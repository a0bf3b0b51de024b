const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** "20 Nov 2026". Three letters for every month: Intl has "Sept" among them. */
export function date(instant: string): string {
  const at = new Date(instant);
  return `${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}`;
}

/** "14:05" */
export const time = (instant: string) => clock.format(new Date(instant));
/** "20 Nov 2026, 14:05" */
export const dateTime = (instant: string) => `${date(instant)}, ${time(instant)}`;
