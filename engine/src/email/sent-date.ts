const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A date of RFC 5322 (3.3), with the names of zones that older programs wrote. */
const written =
  /(\d{1,2})[\s-]+(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\s-]+(\d{4}|\d{2})[\s,]+(\d{1,2}):(\d{2})(?::\d{2})?\s*([+-]\d{4}|[a-z]{1,5})?/i;

/** Returns a date of an email as shown, such as "9 Jan 2023, 15:00 (UTC-06:00)"; unchanged when it is not readable. */
export function sentDate(value: string): string {
  const [, day, name = "", year = "", hour, minute, zone = ""] = written.exec(value) ?? [];
  if (day === undefined) return value;
  const month = months.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;
  const fullYear = year.length === 4 ? year : `${Number(year) < 70 ? "20" : "19"}${year}`;
  const shownZone = zoneOf(zone);
  return `${Number(day)} ${month} ${fullYear}, ${hour?.padStart(2, "0")}:${minute}${shownZone && ` (${shownZone})`}`;
}

function zoneOf(zone: string): string {
  if (/^[+-]0000$|^(gmt|utc?|z)$/i.test(zone)) return "UTC";
  return /^[+-]/.test(zone) ? `UTC${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
}

/** Returns a moment as `sentDate` does, in UTC: some formats keep no time zone. */
export function sentMoment(moment: Date): string {
  if (Number.isNaN(moment.getTime())) return "";
  const time = moment.toISOString().slice(11, 16);
  return `${moment.getUTCDate()} ${months[moment.getUTCMonth()]} ${moment.getUTCFullYear()}, ${time} (UTC)`;
}
